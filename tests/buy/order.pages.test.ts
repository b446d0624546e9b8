// Fiat purchase pages: a card payment is credited; a payment in another name is reviewed and refunded; an order is cancelled.

import { beforeAll, expect, test } from 'vitest'
import { inDirectory } from '../kit/directory'
import type { Page } from '../kit/page'
import { type Person, openPerson } from '../kit/visitor'

let ann: Person
beforeAll(async () => {
  ann = await openPerson()
  // Verified in the database, as after the desk's approval.
  await inDirectory('update user set review_status = 2 where email = ?', ann.email)
  await inDirectory(
    `insert into verification (id, user_id, level, state, id_type, country, name, number_sealed, number_hash, submitted_at)
    select 'ann', id, 1, 'passed', 'passport', 'US', 'LEE ANN', 'x', 'ann', 1 from user where email = ?`,
    ann.email,
  )
})

const stateOf = (page: Page): string => page.marked('data-testid', 'buy-state').join(' ')

/** Of 100 dollars by card: the page of the order. */
async function order(): Promise<Page> {
  const page = await ann.open('/buy?place=US-USD&way=card&amount=100')
  expect(page.marked('data-figure', 'receives')).toEqual(['97.1\u00a0USDT'])
  expect(page.field('first_name')).toBe('LEE')
  expect(page.field('email')).toBe(ann.email)
  const payer = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', phone: '+15550001111' }
  const placed = await page.form('Place the order').fill(payer).send()
  expect(placed.url.pathname).toMatch(/^\/buy\/orders\/\d+$/)
  expect(placed.marked('data-figure', 'country')).toEqual(['United States · USD'])
  return placed
}

/** Pays at the checkout in this payer's name. */
async function pay(placed: Page, name: string): Promise<Page> {
  const checkout = await placed.click('Go to payment')
  expect(checkout.main).toContain('No money is taken.')
  expect(checkout.marked('data-figure', 'you_pay')).toEqual(['100.00 USD'])
  return checkout.form('Pay').fill({ name }).send()
}

test('more than level 1 allows is not offered', async () => {
  const page = await ann.open('/buy?place=US-USD&way=bank&amount=5000')
  expect(page.main).toContain('Level 1 buys at most 2,000 USDT in one order; level 2 raises it.')
  expect(page.hasButton('Place the order')).toBe(false)
})

test('Ann pays by card: to the checkout, back, and it is credited', async () => {
  const page = await pay(await order(), 'Ann Lee')
  expect(page.path).toMatch(/^\/buy\/orders\/\d+\?back=1$/)
  await expect.poll(async () => stateOf(await ann.open(page.path))).toContain('Payment successful')
  const credited = (await ann.open('/assets/bills')).marked('data-testid', 'bill-value')
  expect(credited).toContain('+97.1')
})

test('somebody else pays: people look at it, the page says why, and once it was sent back that is the headline', async () => {
  const page = await pay(await order(), 'Bob Stone')
  const open = () => ann.open(page.path)
  await expect.poll(async () => (await open()).main).toContain('The payer’s name is not the one that was verified')
  const id = page.url.pathname.split('/').at(-1) ?? ''
  await inDirectory("update buy_order set state = 'refunded', settled_at = ? where id = ?", Date.now(), Number(id))
  const after = await open()
  expect(after.main).toContain('Sent back 100 USD')
  expect(after.main).toContain('To the card that it was paid with')
  expect(stateOf(after)).toContain('Refunded')
  expect(after.marked('data-figure', 'receives')).toEqual([])
})

test('another order she takes back', async () => {
  expect(stateOf(await (await order()).press('Cancel this purchase'))).toContain('Cancelled')
})
