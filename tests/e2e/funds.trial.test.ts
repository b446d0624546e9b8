// Money from outside in a browser: coins of the simulated chain arrive by themselves, an address is saved, some is converted, and every page
// about it is drawn without an error, on a phone and at a desk.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, PHONE, openBrowser } from '../support/browser'
import { type Visitor, openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const PAGES = [
  '/assets',
  '/assets/coins?for=deposit',
  '/assets/coins?for=withdraw',
  '/assets/deposit?asset=3',
  '/assets/deposit?asset=6',
  '/assets/deposit/bank',
  '/assets/withdraw?asset=3',
  '/assets/withdraw?asset=3&kind=card',
  '/assets/convert',
  '/assets/requests',
  '/settings/addresses',
  '/settings/addresses/new',
  '/settings/cards',
  '/settings/cards/international',
  '/faucet',
]

describe.each([PHONE, DESKTOP])('Alice at $width px', (viewport) => {
  let alice: Visitor
  beforeAll(async () => {
    alice = await openVisitor(browser, 'en', { viewport })
    await register(alice)
  })

  test('every page is drawn, fits its width, and reports nothing', async () => {
    const { page, errors } = alice
    for (const path of PAGES) {
      const answer = await page.goto(path)
      expect([path, answer?.status()]).toEqual([path, 200])
      await page.locator('h1:visible').first().waitFor()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([path, overflow <= 0]).toEqual([path, true])
    }
    expect(errors).toEqual([])
  })

  test('sends herself 250 USDT on the simulated chain, and they arrive while she looks', async () => {
    const { page } = alice
    await page.goto('/faucet?asset=3&network=TRC20')
    await page.fill('[name=amount]', '250')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('250 USDT · TRC20').first().waitFor()
    await page.goto('/assets/requests')
    const row = page.locator('a[href^="/assets/requests/d"]').first()
    // The page looks for them as it is drawn, so it is drawn again until there is one.
    while (!(await row.isVisible())) {
      await page.reload()
      await row.waitFor({ timeout: 3_000 }).catch(() => undefined)
    }
    await row.click()
    await page.getByTestId('request-state').getByText('Passed').waitFor({ timeout: 100_000 })
    expect(await page.getByTestId('request-amount').textContent()).toContain('250')
  })

  test('converts 600 USDT to BTC at the quote that she sees', async () => {
    const { page } = alice
    await page.goto('/assets/convert')
    await page.fill('[name=amount]', '600')
    expect(await page.getByTestId('receive').textContent()).toMatch(/^0\.0\d+ BTC$/)
    await page.getByRole('button', { name: 'Convert', exact: true }).click()
    await page.getByTestId('converted').waitFor()
    expect(await page.getByTestId('converted').textContent()).toMatch(/Converted 600(?:\.0+)? USDT to 0\.0\d+ BTC/)
  })
})
