// Orders as pages: narrowed by pair, side and state, amended in place, cancelled all at once.

import { beforeAll, expect, test } from 'vitest'
import { priceOf } from '../kit/api'
import type { Page } from '../kit/page'
import { type Person, openPerson } from '../kit/visitor'

const PAIR = '/trade/spot/BTC-USDT'

let nora: Person
/** Whole prices below the index, inside the band of prices that orders may have. */
let [lower, low, raised] = ['', '', '']
beforeAll(async () => {
  nora = await openPerson()
  const index = await priceOf(nora, 'BTC-USDT')
  const below = (percent: number) => String(Math.floor((index * percent) / 100))
  ;[lower, low, raised] = [below(94), below(95), below(96)]
  for (const price of [low, lower]) await place(price)
})

const place = async (price: string): Promise<Page> => {
  const page = await (await nora.open(PAIR)).form('Buy BTC').fill({ price, quantity: '0.01' }).send()
  expect(page.text).toMatch(/Order \d+ is in the book/)
  return page
}
const rowsAt = async (path: string) => (await nora.open(path)).marked('data-row')

test('are narrowed by pair and side', async () => {
  expect(await rowsAt('/orders?pair=BTC-USDT')).toHaveLength(2)
  expect((await nora.open('/orders?side=sell')).main).toContain('Nothing matches these filters.')
})

test('an order is amended in place: what is missing is said, its number stays, its price is another', async () => {
  const terminal = await nora.open(PAIR)
  let page = await nora.open(terminal.links.find(({ name }) => name.startsWith('Amend order'))?.to ?? '/nowhere')
  const before = page.marked('data-row').length
  page = await page.form('Save changes').fill({ price: raised }).send()
  expect(page.text).toContain(`${raised.slice(0, -3)},${raised.slice(-3)}`)
  expect((await rowsAt('/orders')).join()).toContain(`${raised.slice(0, -3)},${raised.slice(-3)}`)
  expect(await rowsAt('/orders')).toHaveLength(before)
})

test('all are cancelled at once, and found in the history by their state', async () => {
  const page = await (await nora.open('/orders')).press('Cancel all')
  expect(page.text).toContain('Orders cancelled: 2')
  expect(await rowsAt('/orders?list=order_history&state=cancelled')).toHaveLength(2)
  expect((await nora.open('/orders?list=order_history&state=filled')).main).toContain('Nothing matches these filters.')
})

test('what was bought and its fee are the same to the last unit in assets and bills: 0.01 BTC, 0.00001 BTC', async () => {
  const alice = await openPerson()
  const answer = await (await alice.open(`${PAIR}?kind=market`)).form('Buy BTC').fill({ quantity: '0.01' }).send()
  expect(answer.text).toMatch(/Filled: 0\.01000 BTC/)
  const values = (await alice.open('/assets/bills')).marked('data-testid', 'bill-value')
  expect(values).toContain('+0.01')
  expect(values).toContain('−0.00001')
})
