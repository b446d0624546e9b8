// A conditional order as pages: it waits and is taken back; one that the next price triggers has a receipt that comes out.

import { expect, test } from 'vitest'
import { priceOf } from '../kit/api'
import type { Page } from '../kit/page'
import { type Person, openPerson } from '../kit/visitor'

const PAIR = '/trade/spot/BTC-USDT'

/** A purchase that waits until the price is above (a stop) or below (a take profit) a trigger. */
async function place(nao: Person, plan: string, trigger: number): Promise<Page> {
  const page = await nao.open(`${PAIR}?plan=${plan}`)
  return page
    .form('Buy BTC')
    .fill({ trigger: trigger.toFixed(1), quantity: '0.001' })
    .send()
}

test('a stop on the wrong side of the price is refused in words; on the right side it waits, and is taken back', async () => {
  const nao = await openPerson()
  expect((await place(nao, 'stop', 1)).problem).toContain('must lie above')
  const placed = await place(nao, 'stop', (await priceOf(nao, 'BTC-USDT')) * 1.1)
  expect(placed.problem).toBe('')
  expect(placed.text).toMatch(/Conditional order \d+ is waiting/)
  const page = await nao.open('/orders')
  expect(page.main).toContain('Waits for its price')
  await page.press(/^Cancel conditional order/, 0)
  expect((await nao.open('/orders')).main).not.toContain('Waits for its price')
})

test('two around the price: one of them is triggered, and its receipt comes out', async () => {
  const nao = await openPerson()
  // When the price passes the trigger before the request arrives, the order is refused and sent again.
  for (const [plan, away] of [
    ['stop', 0.3],
    ['take_profit', -0.3],
  ] as const)
    await expect
      .poll(async () => (await place(nao, plan, (await priceOf(nao, 'BTC-USDT')) + away)).text)
      .toMatch(/Conditional order \d+ is waiting/)
  const receiptOf = async () =>
    (await nao.open('/orders?list=conditionals')).links.find(({ name }) => name === 'Receipt')?.to ?? ''
  await expect.poll(receiptOf).not.toBe('')
  const address = await receiptOf()
  // The receipt reaches the directory a moment later.
  await expect.poll(async () => (await nao.open(address)).status).toBe(200)
  expect((await nao.open(address)).main).toContain('This receipt was computed again and is right.')
})
