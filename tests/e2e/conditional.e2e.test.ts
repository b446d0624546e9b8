// Conditional orders in a browser, on desktop and phone: the hold before the button, a waiting stop that is cancelled, one that the next
// price triggers, and its receipt.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { inTurn, longTest } from '../kit/long'
import { bestPrices, openVisitor, register, waitForLiveMarket } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test.each(
  inTurn('conditional', [
    { viewport: DESKTOP, name: 'desk' },
    { viewport: PHONE, name: 'phone' },
  ]),
)('Nao waits for prices at a $name', async ({ viewport, name }) => {
  const nao = await openVisitor(browser, 'en', { viewport })
  const { page } = nao
  const shot = async (what: string) => {
    if (process.env['SHOTS']) await page.screenshot({ path: `shots/conditional-${what}-${name}.png`, fullPage: true })
  }
  await register(nao, '/trade/spot/BTC-USDT')
  await waitForLiveMarket(page)
  const ticket = page.locator('[data-panel=ticket]')
  const rows = page.locator('[data-panel=orders] [data-row^=c]')
  const { bid } = await bestPrices(page)

  // The field shows its error with the price and the trigger's side; then the hold appears.
  await ticket.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.fill('[name=trigger]', '1')
  await page.fill('[name=quantity]', '0.001')
  await ticket.getByRole('alert').filter({ hasText: 'must lie above' }).waitFor()
  await page.fill('[name=trigger]', (bid * 1.2).toFixed(1))
  await ticket.locator('[data-figure=held_estimate]').filter({ hasText: 'USDT' }).waitFor()
  await shot('ticket')
  await ticket.getByRole('button', { name: 'Buy BTC' }).click()
  await rows.filter({ hasText: 'Waits for its price' }).waitFor()
  await shot('waiting')
  await rows.getByRole('button', { name: /Cancel conditional order/ }).click()
  await rows.first().waitFor({ state: 'detached' })

  // A trailing stop shows its current trigger price; an OCO has both its prices.
  await ticket.getByRole('button', { name: 'Trailing', exact: true }).click()
  await page.fill('[name=trail]', '100')
  await ticket.getByText('It would trigger at').waitFor()
  await shot('trailing')
  await ticket.getByRole('button', { name: 'OCO', exact: true }).click()
  await shot('oco')

  expect(nao.errors).toEqual([])
  await page.context().close()
})

longTest('of two that Nao places around the price one is triggered, and its receipt comes out', async () => {
  const nao = await openVisitor(browser, 'en', { viewport: DESKTOP })
  const { page } = nao
  await register(nao, '/trade/spot/BTC-USDT')
  await waitForLiveMarket(page)
  const rows = page.locator('[data-panel=orders] [data-row^=c]')
  // Two triggers around the price: leaving the range fires one of them.
  await placeBesidePrice(page, 'Stop', 0.3)
  await placeBesidePrice(page, 'Take profit', -0.3)
  await page.getByRole('link', { name: 'Order history' }).first().click()
  const receipt = rows.getByRole('link', { name: 'Receipt' }).first()
  await receipt.waitFor({ timeout: 60_000 })
  const address = (await receipt.getAttribute('href')) ?? ''
  // The receipt reaches the directory a moment later.
  await expect.poll(async () => (await page.request.get(address)).status(), { timeout: 15_000 }).toBe(200)
  await page.goto(address)
  await page.getByText('This receipt was computed again and is right.').waitFor()
  await page.goto('/orders?list=conditionals')
  await page.locator('[data-row^=c]').first().waitFor()
  expect(nao.errors).toEqual([])
  await page.context().close()
})

/** The price may pass the trigger before the order arrives; the refused order is sent again. */
async function placeBesidePrice(page: Page, kind: string, away: number): Promise<void> {
  const ticket = page.locator('[data-panel=ticket]')
  const told = page.getByText(/Conditional order \d+ is waiting/)
  const before = await told.allTextContents()
  const isAccepted = async () => (await told.allTextContents()).some((text) => !before.includes(text))
  await ticket.getByRole('button', { name: kind, exact: true }).click()
  await expect
    .poll(
      async () => {
        await page.fill('[name=trigger]', ((await indexPrice(page)) + away).toFixed(1))
        await page.fill('[name=quantity]', '0.001')
        await ticket.getByRole('button', { name: 'Buy BTC' }).click()
        for (let look = 0; look < 40 && !(await isAccepted()); look += 1) await page.waitForTimeout(50)
        return isAccepted()
      },
      { timeout: 60_000 },
    )
    .toBe(true)
}

const indexPrice = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const answer = await fetch('/api/v1/quotes?symbol=BTC-USDT')
    const { message } = await answer.json<{ message: { price: string }[] }>()
    return Number(message[0]?.price)
  })
