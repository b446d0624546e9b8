// Shares in a browser, on desktop and phone, at any hour: found in lists and search, traded from a wallet of their own; the page's session
// state equals the exchange's calendar.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { mayTrade, sessionAt } from '#domain/stocks/session'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { inTurn } from '../kit/long'
import { openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const PHASES = { pre: 'Pre-market', core: 'Open', post: 'After hours', closed: 'Closed', halted: 'Halted' }
const LISTING = { exchange: 'NASDAQ', sector: 'technology', isHalted: false, splits: [], actionAt: null } as const

test.concurrent.each(
  inTurn('stocks', [
    { viewport: DESKTOP, name: 'desk' },
    { viewport: PHONE, name: 'phone' },
  ]),
)('Ada orders a share at a $name', async ({ viewport }) => {
  const ada = await openVisitor(browser, 'en', { viewport })
  const { page } = ada
  await register(ada, '/market')
  await page.evaluate(async () => {
    const form = { currency_id: '3', number: '900', from_field: 'change', to_field: 'stocks' }
    await fetch('/api/wallet/change', { method: 'POST', body: new URLSearchParams(form) })
  })

  await page.goto('/market?list=stocks')
  const list = page.getByRole('table')
  await list.getByText('AAPL').first().waitFor()
  expect(await list.getByText('BTC', { exact: true }).count()).toBe(0)
  await page.goto('/search?q=apple&kind=stocks')
  await page.locator('[data-result]').filter({ hasText: 'AAPL' }).click()

  await page.getByRole('heading', { name: 'AAPL/USDT' }).waitFor()
  const words = await page.getByTestId('session').textContent()
  expect(words).toContain(PHASES[sessionAt('NASDAQ', Date.now()).phase])
  const mayMeet = mayTrade(LISTING, Date.now())
  expect(await page.getByTestId('session-note').count()).toBe(mayMeet ? 0 : 1)
  // Another kind of trading leads back to a coin.
  const spot = page.getByRole('link', { name: 'Spot', exact: true }).first()
  expect(await spot.getAttribute('href')).toBe('/trade/spot/BTC-USDT')

  // Orders spend from the stocks wallet. Far below the price an order rests at any hour.
  await page.goto('/trade/spot/AAPL-USDT?side=buy&kind=limit')
  await page.getByTestId('available').filter({ hasText: '900' }).waitFor()
  const price = (await page.locator('.text-xl.font-bold').first().textContent()) ?? ''
  const limit = Math.floor(parseFloat(price.replace(/[^\d.]/g, '')) * 0.95)
  await page.fill('[name=price]', String(limit))
  // A lack is moved in by a sheet over the ticket, which names it.
  await page.fill('[name=quantity]', '5')
  await page.getByRole('link', { name: 'Transfer USDT between wallets' }).filter({ hasText: 'Transfer' }).click()
  const lack = await page.getByRole('dialog').locator('[name=amount]').inputValue()
  expect(Math.floor(parseFloat(lack))).toBe(Math.floor(limit * 5 - 900))
  await page.keyboard.press('Escape')
  await page
    .getByRole('region', { name: 'Last session' })
    .waitFor({ state: mayMeet || viewport !== PHONE ? 'hidden' : 'visible' })
  await page.fill('[name=quantity]', '1.234567')
  await page.getByRole('button', { name: 'Buy AAPL', exact: true }).click()
  await page.locator('[data-panel=orders]').getByText('1.234567').first().waitFor()
  if (!mayMeet) {
    await page.goto('/trade/spot/AAPL-USDT?kind=market&side=buy')
    await page.fill('[name=quantity]', '0.5')
    await page.getByRole('button', { name: 'Buy AAPL', exact: true }).click()
    await page.getByText('Market orders are taken again from').waitFor()
  }
  await page.goto('/assets?wallet=stocks')
  await page.getByText('USDT').first().waitFor()
  expect(ada.errors).toEqual([])
  await page.context().close()
})
