// Earn products in a browser, on desktop and phone: a product with its calculator, a deposit with an exact early redemption, a series with
// both outcomes before the button, and all lists.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { inTurn } from '../kit/long'
import { openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test.concurrent.each(
  inTurn('earn', [
    { viewport: DESKTOP, name: 'desk' },
    { viewport: PHONE, name: 'phone' },
  ]),
)('Emi earns with what she has at a $name', async ({ viewport, name }) => {
  const emi = await openVisitor(browser, 'en', { viewport })
  const { page } = emi
  const shot = async (what: string) => {
    if (process.env['SHOTS']) await page.screenshot({ path: `shots/earn-${what}-${name}.png`, fullPage: true })
  }
  await register(emi, '/earn')
  await page.goto('/earn')
  await page.getByText('Nothing of yours is locked.').waitFor()
  await page.getByRole('main').locator('a[href^="/ieo/"]').first().waitFor()
  await shot('overview')

  // Five days: 0.3 % a day below a thousand, 0.35 % from there on.
  await page.goto('/earn/lock/2')
  await page.fill('[name=amount]', '5')
  await page.getByRole('alert').filter({ hasText: 'Enter an amount between 10 and 50,000 USDT.' }).waitFor()
  await page.fill('[name=amount]', '1000')
  expect(await page.locator('[data-figure=total_yield]').textContent()).toBe('17.5\u00a0USDT')
  expect(await page.locator('[data-figure=penalty_first]').textContent()).toBe('20\u00a0USDT')
  await shot('lock')
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await page.getByRole('alertdialog').getByText('It yields 17.5 USDT over the term.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock' }).click()
  await page.getByText('It starts earning with the next day').waitFor()
  expect(await page.locator('[data-figure=back]').textContent()).toBe('980\u00a0USDT')
  await shot('deposit')
  await page.getByRole('button', { name: 'Renew automatically' }).click()
  await page.getByText('Another term follows this one.').waitFor()

  // A call on Bitcoin, with both outcomes before the button.
  await page.goto('/earn/invest?coin=BTC&type=call')
  await page.getByRole('main').getByRole('link', { name: 'Buy', exact: true }).first().click()
  await page.fill('[name=shares]', '1.5')
  await page.getByRole('alert').filter({ hasText: 'whole number of shares' }).waitFor()
  await page.fill('[name=shares]', '1')
  expect(await page.locator('[data-figure=amount]').textContent()).toBe('0.1\u00a0BTC')
  expect(await page.locator('[data-figure=below]').textContent()).toMatch(/^0\.10\d+\u00a0BTC$/)
  expect(await page.locator('[data-figure=otherwise]').textContent()).toMatch(/USDT$/)
  await shot('series')
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Buy' }).click()
  await page.getByText('Bought. It is settled by the fixing on its date.').waitFor()
  await shot('order')

  await page.goto('/assets')
  await page.getByRole('link', { name: 'Locked in earn products' }).waitFor()
  await shot('assets')
  await page.goto('/orders')
  await page.getByRole('link', { name: 'Lock mining' }).first().click()
  await page.getByRole('link', { name: 'USDT · 5 days' }).click()
  await page.getByRole('button', { name: 'Redeem now' }).click()
  await page.getByRole('alertdialog').getByText('A penalty of 20 USDT is taken').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Redeem now' }).click()
  await page.getByText('Redeemed. What came back is in your spot wallet.').waitFor()
  expect(emi.errors).toEqual([])
  await page.context().close()
})
