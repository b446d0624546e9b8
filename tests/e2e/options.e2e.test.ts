// Options in a browser, on desktop and phone: a transfer, both outcomes before the button, a running order that settles, its page, its
// receipt, and the public figures.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { inTurn } from '../kit/long'
import { type Visitor, openVisitor, register } from './visitor'
import { waitFor } from '../kit/wait-for'

let browser: Browser
const visitors = new Map<string, Visitor>()
const WIDTHS = inTurn('options', [
  { name: 'desk', viewport: DESKTOP },
  { name: 'phone', viewport: PHONE },
])
beforeAll(async () => {
  browser = await openBrowser()
  // Opened outside the tests: concurrent tests would close each other's pages.
  for (const { name, viewport } of WIDTHS) visitors.set(name, await openVisitor(browser, 'en', { viewport }))
})
afterAll(() => browser?.close())

/** With LONG=1 in parallel: most of the time is waiting for an order's end. */
test.concurrent.each(WIDTHS)('Oki trades options at a $name', async ({ name }) => {
  const oki = visitors.get(name)
  if (!oki) throw new Error(`${name} is open`)
  const { page } = oki
  const shot = async (what: string) => {
    if (process.env['SHOTS']) await page.screenshot({ path: `shots/options-${what}-${name}.png`, fullPage: true })
  }
  await register(oki, '/trade/options/BTC-USDT')
  await moveMoneyIn(oki)
  await page.goto('/trade/options/BTC-USDT')
  await page.getByRole('heading', { name: 'BTC/USDT' }).waitFor()

  // Both directions are on the screen before anything is scrolled.
  const button = await page.getByRole('button', { name: 'Rise', exact: true }).boundingBox()
  expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0)

  // The field shows its error, and both outcomes are above the buttons.
  await page.fill('[name=stake]', '2')
  await page.getByRole('alert').filter({ hasText: 'Enter a stake between' }).waitFor()
  await page.check('[name=seconds][value="6"]')
  await page.fill('[name=stake]', '20')
  expect(await page.locator('[data-figure=if_right]').textContent()).toBe('37\u00a0USDT')
  expect(await page.locator('[data-figure=if_wrong]').textContent()).toBe('20\u00a0USDT')
  expect(await page.locator('[data-figure=break_even]').textContent()).toBe('54.1%')

  // Enter in a field means neither direction, and orders nothing.
  const orders: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/trade/options/')) orders.push(request.url())
  })
  await page.press('[name=stake]', 'Enter')
  await page.getByLabel('Ask before each order').check()
  await page.getByRole('button', { name: 'Rise', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Place this order?' })
  for (const words of ['37 USDT', '54.1%']) await question.getByText(words).waitFor()
  expect(orders).toEqual([])
  await question.getByRole('button', { name: 'Rise', exact: true }).click()
  const row = page.locator('[data-panel=orders] [data-row]').first()
  await row.getByRole('timer').waitFor()
  const chart = page.getByRole('group', { name: /^Lowest .* now / })
  await chart
    .locator('[data-entry]')
    .getByText(/^▲ Rise 20 · [\d,.]+ · \d+ s$/)
    .waitFor()
  await shot('running')
  await row.waitFor({ state: 'detached', timeout: 45_000 })
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('img', { name: /^Entry .* Exit/ }).waitFor()
  await sheet.getByRole('heading', { name: /^(?:Won|Lost|Equal) [+\u2212]?\d+\.\d\d\sUSDT$/ }).waitFor()
  await shot('result')
  await sheet.getByRole('button', { name: 'Fill in the same again' }).click()
  await sheet.waitFor({ state: 'detached' })
  expect(await page.inputValue('[name=stake]')).toBe('20')
  const count = page.getByTestId('day-count').filter({ hasText: /^Today: \d won, \d lost/ })
  await count.getByText(/^[+\u2212]?\d+\.\d\d\sUSDT$/).waitFor()
  await chart
    .locator('[data-ended]')
    .getByText(/^[+\u2212-]?\d+\.\d\d$/)
    .waitFor()
  await page.getByRole('link', { name: 'History' }).click()
  await page
    .locator('[data-panel=orders] [data-row]')
    .getByText(/^(?:Won|Lost|Equal)$/)
    .first()
    .waitFor()
  await shot('history')

  await page.getByRole('link', { name: 'Details' }).first().click()
  await page.getByRole('heading', { name: 'Order details' }).waitFor()
  await shot('order')
  const receipt = page.getByRole('link', { name: 'Receipt' })
  const address = (await receipt.getAttribute('href')) ?? ''
  // The receipt reaches the directory a moment later.
  await waitFor(async () => expect((await page.request.get(address)).status()).toBe(200), {
    timeout: 30_000,
    interval: 250,
  })
  await receipt.click()
  await page.getByText('This receipt was computed again and is right.').waitFor()
  await shot('receipt')
  await page.goto('/fairness')
  await page.getByText('Both directions pay the same').waitFor()
  await shot('fairness')
  expect(oki.errors).toEqual([])
  await page.context().close()
})

/** Transfers have their own story. */
const moveMoneyIn = ({ page }: Visitor) =>
  page.evaluate(async () => {
    const form = { currency_id: '3', number: '500', from_field: 'change', to_field: 'micro' }
    await fetch('/api/wallet/change', { method: 'POST', body: new URLSearchParams(form) })
  })
