// A loan as pages: Bea, whom the seed entitles, trades from the margin wallet, borrows when two people agree, repays, and takes a request back.

import { beforeAll, expect, test } from 'vitest'
import { decide } from '../kit/desk'
import { attribute } from '../kit/html'
import type { Page } from '../kit/page'
import { Visitor } from '../kit/visitor'

const EMAIL = 'borrower@example.com'
const PAIR = '/trade/spot/BTC-USDT'
const BORROW = '/loans?tab=borrow&amount=500000'

const bea = new Visitor()
beforeAll(async () => {
  const page = await bea.open(`/login?returnTo=${PAIR}`)
  const inside = await page.form('Log in').fill({ account: EMAIL, password: 'correct horse' }).send()
  expect(inside.path).toBe(PAIR)
})

const stateOf = (page: Page): string => page.marked('data-testid', 'loan-state').join(' ')
const ask = async (): Promise<Page> => (await bea.open(BORROW)).press('Send the request')

test('she chooses the margin wallet in the ticket, and what she buys is paid from it', async () => {
  const ticket = await bea.open(`${PAIR}?kind=market&wallet=margin`)
  expect(ticket.marked('data-testid', 'available')).toEqual(['600,000\u00a0USDT'])
  expect(ticket.text).toContain('Nothing is owed on the margin wallet.')
  const answer = await ticket.form('Buy BTC').fill({ quantity: '0.01' }).send()
  expect(answer.text).toMatch(/Filled: 0\.01000 BTC/)
  expect((await bea.open(`${PAIR}?wallet=margin`)).marked('data-testid', 'available').join()).toMatch(/^599,\d{3}/)
})

test('she converts from the margin wallet', async () => {
  const review = await (await bea.open('/assets/convert?wallet=margin')).form('Convert').fill({ amount: '100' }).send()
  const page = await review.press('Convert')
  expect(page.marked('data-testid', 'converted')).toHaveLength(1)
  expect(page.url.searchParams.get('wallet')).toBe('margin')
})

test('a loan that two people agree to is owed, and repaid whole', async () => {
  const page = await ask()
  expect(page.path).toMatch(/^\/loans\/\d+/)
  expect(page.main).toContain('Waits for review')
  expect(page.marked('data-figure', 'back').join()).toMatch(/^50\d,/)
  await decide('rita', 'loan', { whose: EMAIL })
  expect(stateOf(await bea.open(page.path))).toContain('Under review')
  await decide('fiona', 'loan', { whose: EMAIL })
  const owed = async () => (await bea.open(page.path)).marked('data-figure', 'owed').join()
  await expect.poll(owed).toMatch(/^500,\d{3}/)
  await (await bea.open(page.path)).press(/^Repay all/)
  await expect.poll(async () => stateOf(await bea.open(page.path))).toContain('Repaid')
  expect(
    (await bea.open('/assets/bills?wallet=margin')).all((line) => attribute(line, 'data-reason') !== '').length,
  ).toBeGreaterThan(1)
})

test('she takes a request back', async () => {
  const page = await ask()
  await page.press('Take the request back')
  expect(stateOf(await bea.open(page.path))).toContain('Taken back')
})
