// Fiat purchase in a browser: a quote for guests; Ann buys on a phone, and on a desktop without scripts.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { DESKTOP, PHONE, openBrowser } from '../support/browser'
import { firstOf } from '../support/long'
import { type StartedApp, startApp } from '../support/miniflare'
import { type Visitor, openVisitor, register } from './visitor'

let browser: Browser
let app: StartedApp
beforeAll(async () => {
  ;[browser, app] = await Promise.all([openBrowser(), startApp()])
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await app?.stop()
})

/** Verifies her in the database, as the desk does. */
async function verify({ email }: Visitor): Promise<void> {
  const database = await app.miniflare.getD1Database('DB')
  await database.batch([
    database.prepare('update user set review_status = 2 where email = ?').bind(email),
    database
      .prepare(
        `insert into verification (id, user_id, level, state, id_type, country, name, number_sealed, number_hash, submitted_at)
        select 'ann', id, 1, 'passed', 'passport', 'US', 'LEE ANN', 'x', 'ann', 1 from user where email = ?`,
      )
      .bind(email),
  ])
}

/** Sets the final state of a refund decided by the desk. */
async function sendBack(address: string): Promise<void> {
  const database = await app.miniflare.getD1Database('DB')
  const id = parseInt(new URL(address).pathname.split('/').at(-1) ?? '', 10)
  await database
    .prepare("update buy_order set state = 'refunded', settled_at = ? where id = ?")
    .bind(Date.now(), id)
    .run()
}

for (const [how, options] of firstOf([
  ['on a phone', { viewport: PHONE }],
  ['at a desk, without scripts', { viewport: DESKTOP, javaScriptEnabled: false }],
] as const))
  test(`Ann buys by card ${how}: to the checkout, back, and it is credited; another order she takes back`, async () => {
    const ann = await openVisitor(browser, 'en', { ...options, baseURL: app.url })
    const { page } = ann
    await register(ann, '/buy?place=US-USD&way=card&amount=100')
    await (await app.miniflare.getD1Database('DB')).prepare("delete from verification where id = 'ann'").run()
    await verify(ann)
    const order = async () => {
      await page.goto('/buy?place=US-USD&way=card&amount=100')
      expect(await page.locator('[data-figure=receives]').textContent()).toBe('97.1\u00a0USDT')
      expect(await page.locator('[name=first_name]').inputValue()).toBe('LEE')
      expect(await page.locator('[name=email]').inputValue()).toBe(ann.email)
      await page.fill('[name=first_name]', 'Ann')
      await page.fill('[name=last_name]', 'Lee')
      await page.fill('[name=email]', 'ann@example.com')
      await page.fill('[name=phone]', '+15550001111')
      await page.getByRole('button', { name: 'Place the order' }).click()
      await page.waitForURL(/\/buy\/orders\/\d+/)
    }
    await page.goto('/buy?place=US-USD&way=bank&amount=5000')
    await page.getByText('Level 1 buys at most 2,000 USDT in one order; level 2 raises it.').waitFor()
    expect(await page.getByRole('button', { name: 'Place the order' }).count()).toBe(0)
    await order()
    await page.getByRole('link', { name: 'Go to payment' }).click()
    await page.getByText('No money is taken.').waitFor()
    expect(await page.locator('[data-figure=you_pay]').textContent()).toBe('100.00 USD')
    await page.fill('[name=name]', 'Ann Lee')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL(/\/buy\/orders\/\d+\?back=1/)
    await page.getByTestId('buy-state').getByText('Payment successful').waitFor()

    // Another payer: the order goes to review, and the page gives the reason.
    await order()
    await page.getByRole('link', { name: 'Go to payment' }).click()
    await page.fill('[name=name]', 'Bob Stone')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByText('The payer’s name is not the one that was verified').waitFor()

    // After the refund the headline shows the refund instead of the expected amount.
    await sendBack(page.url())
    await page.reload()
    await page.getByText('Sent back 100 USD', { exact: true }).waitFor()
    await page.getByText('To the card that it was paid with').waitFor()
    await page.getByTestId('buy-state').getByText('Refunded').waitFor()
    expect(await page.locator('[data-fact=receives]').count()).toBe(0)

    await order()
    await page.getByRole('button', { name: 'Cancel this purchase' }).click()
    await page.getByTestId('buy-state').getByText('Cancelled').waitFor()
    expect(ann.errors).toEqual([])
  })

test('a guest sees what an amount comes to, and is led to log in', async () => {
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
