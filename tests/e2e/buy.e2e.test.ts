// Fiat purchase in a browser: checkout and return; with LONG=1 a refund, a cancellation and a guest's quote.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { inDirectory } from '../kit/directory'
import { inTurn, longTest } from '../kit/long'
import { type Visitor, openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** A customer with verified identity, level 1. */
async function openAnn(options: BrowserContextOptions): Promise<Visitor> {
  const ann = await openVisitor(browser, 'en', options)
  await register(ann, '/buy?place=US-USD&way=card&amount=100')
  await inDirectory('update user set review_status = 2 where email = ?', ann.email)
  await inDirectory(
    `insert into verification (id, user_id, level, state, id_type, country, name, number_sealed, number_hash, submitted_at)
    select ?1, id, 1, 'passed', 'passport', 'US', 'LEE ANN', 'x', ?1, 1 from user where email = ?1`,
    ann.email,
  )
  return ann
}

async function order({ page, email }: Visitor): Promise<void> {
  await page.goto('/buy?place=US-USD&way=card&amount=100')
  expect(await page.locator('[data-figure=receives]').textContent()).toBe('97.1\u00a0USDT')
  expect(await page.locator('[name=first_name]').inputValue()).toBe('LEE')
  expect(await page.locator('[name=email]').inputValue()).toBe(email)
  await page.fill('[name=first_name]', 'Ann')
  await page.fill('[name=last_name]', 'Lee')
  await page.fill('[name=email]', 'ann@example.com')
  await page.fill('[name=phone]', '+15550001111')
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.waitForURL(/\/buy\/orders\/\d+/)
}

test.each(inTurn('buy', [PHONE, DESKTOP]))(
  'Ann buys by card at $width px: to the checkout, back, and it is credited',
  async (viewport) => {
    const ann = await openAnn({ viewport })
    const { page } = ann
    await order(ann)
    await page.getByRole('link', { name: 'Go to payment' }).click()
    await page.getByText('No money is taken.').waitFor()
    expect(await page.locator('[data-figure=you_pay]').textContent()).toBe('100.00 USD')
    await page.fill('[name=name]', 'Ann Lee')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL(/\/buy\/orders\/\d+\?back=1/)
    await page.getByTestId('buy-state').getByText('Payment successful').waitFor()
    expect(ann.errors).toEqual([])
  },
)

longTest.each([
  ['on a phone', { viewport: PHONE }],
  ['at a desk, without scripts', { viewport: DESKTOP, javaScriptEnabled: false }],
] as const)('what somebody else pays for Ann %s is sent back; another order she takes back', async (_, options) => {
  const ann = await openAnn(options)
  const { page } = ann
  await page.goto('/buy?place=US-USD&way=bank&amount=5000')
  await page.getByText('Level 1 buys at most 2,000 USDT in one order; level 2 raises it.').waitFor()
  expect(await page.getByRole('button', { name: 'Place the order' }).count()).toBe(0)
  await order(ann)
  await page.getByRole('link', { name: 'Go to payment' }).click()
  await page.fill('[name=name]', 'Bob Stone')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByText('The payer’s name is not the one that was verified').waitFor()

  // After the refund the headline shows the refund instead of the expected amount.
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  await inDirectory("update buy_order set state = 'refunded', settled_at = ? where id = ?", Date.now(), id)
  await page.reload()
  await page.getByText('Sent back 100 USD', { exact: true }).waitFor()
  await page.getByText('To the card that it was paid with').waitFor()
  await page.getByTestId('buy-state').getByText('Refunded').waitFor()
  expect(await page.locator('[data-figure=receives]').count()).toBe(0)

  await order(ann)
  await page.getByRole('button', { name: 'Cancel this purchase' }).click()
  await page.getByTestId('buy-state').getByText('Cancelled').waitFor()
  expect(ann.errors).toEqual([])
})

longTest('a guest sees what an amount comes to, and is led to log in', async () => {
  const guest = await openVisitor(browser, 'en', { viewport: PHONE })
  const { page } = guest
  await page.goto('/pages/otc/otc')
  await page.getByRole('heading', { name: 'Buy crypto', exact: true }).waitFor()
  await page.selectOption('[name=place]', { label: 'Brazil · BRL' })
  await page.getByText('1 USDT = 5.35 BRL').waitFor()
  await page.fill('[name=amount]', '100')
  await page.getByRole('button', { name: 'Get a quote' }).click()
  await page.getByRole('alert').filter({ hasText: 'Pay at least 200 BRL.' }).waitFor()
  await page.fill('[name=amount]', '1000')
  await page.getByRole('button', { name: 'Get a quote' }).click()
  await page.getByRole('timer').waitFor()
  expect(await page.locator('[data-figure=receives]').textContent()).toBe('185.981307\u00a0USDT')
  await page.getByRole('link', { name: 'Log in to buy' }).waitFor()
  expect(guest.errors).toEqual([])
})
