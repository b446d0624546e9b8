// Stories about placing, cancelling and amending spot orders. Balances are [available, held] in the smallest unit: Alice starts with 1 BTC
// ("change:1") and 1,000 USDT ("change:3").

import { expect } from 'vitest'
import type { NewOrder } from '#party/protocol/spot'
import { BTC_USDT, CATALOGUE, CLOSED_PAIR, type Stage, order, scene, story } from './stage'
import { waitFor } from '../kit/wait-for'

const cancel = (stage: Stage, orderNo: number) =>
  stage.ask<'cancel_spot_order'>({ type: 'cancel_spot_order', commandId: stage.commandId(), order: { orderNo } })
const amend = (stage: Stage, orderNo: number, to: { ticks: number; lots: number }) =>
  stage.ask<'amend_spot_order'>({ type: 'amend_spot_order', commandId: stage.commandId(), order: { orderNo }, ...to })
const cancelAll = (stage: Stage, symbol: string | null) =>
  stage.ask<'cancel_spot_orders'>({ type: 'cancel_spot_orders', commandId: stage.commandId(), symbol })

story('Alice bids 600 USDT for 0.01 BTC, and the money is held until the order is cancelled', async (stage) => {
  const placed = await stage.place(order())
  expect(placed).toMatchObject({ ok: true, value: [{ ok: true, value: { orderNo: 1, state: 'open', lotsFilled: 0 } }] })
  expect(await stage.balances()).toEqual({ 'change:1': ['100000000', '0'], 'change:3': ['400000000', '600000000'] })

  const cancelled = await cancel(stage, 1)
  expect(cancelled).toMatchObject({ ok: true, value: { orderNo: 1, state: 'cancelled', closeReason: 'cancelled' } })
  expect(await stage.balances()).toEqual({ 'change:1': ['100000000', '0'], 'change:3': ['1000000000', '0'] })
  return [placed, cancelled]
})

story(
  'Alice buys in two fills, one below her limit: the difference is free at once and the fee is taken from the BTC',
  async (stage) => {
    await stage.place(order())
    stage.clerk.fill(1, { ticks: 590_000, lots: 400, fee: '400' })
    await stage.deliver()
    expect(await stage.balances()).toEqual({ 'change:1': ['100399600', '0'], 'change:3': ['404000000', '360000000'] })

    stage.clerk.fill(1, { ticks: 600_000, lots: 600, fee: '600' })
    stage.clerk.close(1, 'filled')
    await stage.deliver()
    expect(await stage.balances()).toEqual({ 'change:1': ['100999000', '0'], 'change:3': ['404000000', '0'] })
    const filled = await stage.ask<'spot_order'>({ type: 'spot_order', order: { orderNo: 1 } })
    expect(filled).toMatchObject({
      ok: true,
      value: { state: 'filled', lotsFilled: 1_000, quoteFilled: '596000000', fee: '1000' },
    })
    const fillsOf = (symbol: string) =>
      stage.ask<'spot_fills'>({ type: 'spot_fills', orderNo: null, symbol, page: 1, limit: 10 })
    expect(await fillsOf('ETH-USDT')).toMatchObject({ value: { rows: [], total: 0 } })
    expect(await fillsOf('BTC-USDT')).toMatchObject({ value: { total: 2 } })
    return [filled, await stage.ask<'spot_fills'>({ type: 'spot_fills', orderNo: 1, symbol: null, page: 1, limit: 10 })]
  },
)

story('Alice sells 0.01 BTC at a better price and pays the fee in USDT', async (stage) => {
  await stage.place(order({ side: 'sell' }))
  expect(await stage.balances()).toEqual({ 'change:1': ['99000000', '1000000'], 'change:3': ['1000000000', '0'] })

  stage.clerk.fill(1, { ticks: 610_000, lots: 1_000, fee: '610000' })
  stage.clerk.close(1, 'filled')
  await stage.deliver()
  expect(await stage.balances()).toEqual({ 'change:1': ['99000000', '0'], 'change:3': ['1609390000', '0'] })
})

story('Alice spends up to 500 USDT at market, and what found no seller comes back', async (stage) => {
  stage.clerk.onAccepted = (orderNo) => {
    stage.clerk.fill(orderNo, { ticks: 600_000, lots: 500, fee: '1000', role: 'taker' })
    stage.clerk.close(orderNo, 'not_filled')
  }
  const budget = { kind: 'market', ticks: 660_000, lots: 0, budget: '500000000', timeInForce: 'ioc' } as const
  expect(await stage.place(order(budget))).toMatchObject({
    value: [{ value: { state: 'cancelled', lotsFilled: 500 } }],
  })
  expect(await stage.balances()).toEqual({ 'change:1': ['100499000', '0'], 'change:3': ['700000000', '0'] })
})

const REFUSED: readonly [name: string, code: string, order: NewOrder][] = [
  ['of an unknown pair', 'pair_not_found', order({ symbol: 'XYZ-USDT' })],
  ['of a closed pair', 'market_closed', order({ symbol: CLOSED_PAIR.symbol })],
  ['without a quantity', 'quantity_missing', order({ lots: 0 })],
  ['at no price', 'price_missing', order({ ticks: 0 })],
  ['with a budget and a limit', 'budget_needs_market_buy', order({ budget: '1000000', lots: 0 })],
  [
    'to sell for a budget',
    'budget_needs_market_buy',
    order({ kind: 'market', side: 'sell', budget: '1000000', lots: 0, timeInForce: 'ioc' }),
  ],
  ['at market that would rest', 'market_order_never_rests', order({ kind: 'market' })],
  ['that only makes and never rests', 'post_only_needs_resting', order({ isPostOnly: true, timeInForce: 'ioc' })],
  ['below the least quantity', 'quantity_below_min', order({ lots: 9 })],
  ['above the most', 'quantity_above_max', order({ lots: 100_001 })],
  ['of less than 10 USDT', 'notional_below_min', order({ ticks: 10_000, lots: 10 })],
  ['that costs more than she has', 'insufficient_available', order({ lots: 2_000 })],
  [
    'for more BTC than she has',
    'insufficient_available',
    order({ side: 'sell', lots: 100_000, ticks: 600_000, clientOrderId: null }),
  ],
]
/** Malformed orders, and the field that the refusal names. */
const MALFORMED: readonly [name: string, field: string, order: NewOrder][] = [
  ['half a lot', 'lots', order({ lots: 10.5 })],
  ['a negative budget', 'budget', order({ kind: 'market', budget: '-5', lots: 0, timeInForce: 'ioc' })],
  ['a name of spaces', 'clientOrderId', order({ clientOrderId: 'my order' })],
]
for (const [name, field, malformed] of MALFORMED) {
  story(
    `An order with ${name} is refused with all that are placed with it, by the name of the field`,
    async (stage) => {
      const before = await stage.balances()
      expect(await stage.place(order(), malformed)).toEqual({
        ok: false,
        refusal: { code: 'request_malformed', facts: { field: `orders.1.${field}` } },
      })
      expect(await stage.balances()).toEqual(before)
    },
  )
}

for (const [name, code, refused] of REFUSED) {
  story(`An order ${name} is refused as ${code}, and nothing is held`, async (stage) => {
    if (refused.side === 'sell' && code === 'insufficient_available')
      await stage.place(order({ side: 'sell', lots: 100 }))
    const before = await stage.balances()
    const outcome = await stage.place(refused)
    expect(outcome).toMatchObject({ ok: true, value: [{ ok: false, refusal: { code } }] })
    expect(await stage.balances()).toEqual(before)
    return outcome
  })
}

story('A refused filter names its bound and the nearest valid value', async (stage) => {
  const outcome = await stage.place(order({ lots: 9 }))
  expect(outcome).toMatchObject({
    value: [{ refusal: { facts: { bound: '0.0001', nearest: '0.0001', asset: 'BTC' } } }],
  })
})

story('Five orders may be open on the pair; the sixth is refused', async (stage) => {
  const placed = await stage.place(...Array.from({ length: 6 }, () => order({ lots: 20 })))
  expect(placed.ok && placed.value.map((outcome) => outcome.ok)).toEqual([true, true, true, true, true, false])
  expect(placed).toMatchObject({ value: { 5: { refusal: { code: 'open_orders_above_max', facts: { bound: '5' } } } } })
  await cancel(stage, 2)
  expect(await stage.place(order({ lots: 20 }))).toMatchObject({ value: [{ ok: true }] })
})

story('A batch has an outcome for each order: the second finds too little left', async (stage) => {
  const placed = await stage.place(order(), order(), order({ lots: 500 }))
  expect(placed).toMatchObject({
    value: [
      { ok: true },
      { ok: false, refusal: { code: 'insufficient_available' } },
      { ok: true, value: { orderNo: 2 } },
    ],
  })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['100000000', '900000000'] })
  return placed
})

scene('A batch goes to the Market in one call', async (stage) => {
  await stage.place(order({ lots: 20 }), order({ lots: 30 }), order({ lots: 40 }))
  expect(stage.clerk.requests.map((request) => request.commands.map((command) => command.seq))).toEqual([[1, 2, 3]])
})

story('A batch of none is malformed, of more than fifty too large', async (stage) => {
  expect(await stage.place()).toMatchObject({ ok: false, refusal: { code: 'request_malformed' } })
  const many = await stage.place(...Array.from({ length: 51 }, () => order({ lots: 10 })))
  expect(many).toMatchObject({ ok: false, refusal: { code: 'orders_above_batch_max', facts: { bound: '50' } } })
})

story(
  'A price that the Market finds out of band is refused with its facts, and the money is free again',
  async (stage) => {
    stage.clerk.refusal = 'price_out_of_band'
    const outcome = await stage.place(order())
    expect(outcome).toMatchObject({
      value: [{ ok: false, refusal: { code: 'price_out_of_band', facts: { bound: '59000.0' } } }],
    })
    expect(await stage.balances()).toEqual({ 'change:1': ['100000000', '0'], 'change:3': ['1000000000', '0'] })
    const row = await stage.ask<'spot_order'>({ type: 'spot_order', order: { orderNo: 1 } })
    expect(row).toMatchObject({
      value: {
        state: 'rejected',
        closeReason: 'refused',
        refusal: 'price_out_of_band',
        refusalFacts: { bound: '59000.0' },
      },
    })
    return outcome
  },
)

story("A client's own order id is used once for all time, and names its order", async (stage) => {
  await stage.place(order({ clientOrderId: 'mine-1', lots: 100 }))
  await cancel(stage, 1)
  const again = await stage.place(order({ clientOrderId: 'mine-1', lots: 100 }))
  expect(again).toMatchObject({
    value: [{ refusal: { code: 'client_order_id_in_use', facts: { clientOrderId: 'mine-1' } } }],
  })
  const twice = await stage.place(
    order({ clientOrderId: 'mine-2', lots: 100 }),
    order({ clientOrderId: 'mine-2', lots: 100 }),
  )
  expect(twice).toMatchObject({ value: [{ ok: true }, { refusal: { code: 'client_order_id_in_use' } }] })
  expect(await stage.ask<'spot_order'>({ type: 'spot_order', order: { clientOrderId: 'mine-1' } })).toMatchObject({
    value: { orderNo: 1, state: 'cancelled' },
  })
})

story('Cancelling what is unknown, closed, or just filled is refused by name', async (stage) => {
  expect(await cancel(stage, 7)).toMatchObject({ ok: false, refusal: { code: 'order_not_found' } })
  await stage.place(order({ lots: 100 }), order({ lots: 100 }))
  await cancel(stage, 1)
  expect(await cancel(stage, 1)).toMatchObject({ ok: false, refusal: { code: 'order_not_open' } })

  // The last fill is under way while Alice cancels.
  stage.clerk.fill(2, { ticks: 600_000, lots: 100, fee: '100' })
  stage.clerk.close(2, 'filled')
  expect(await cancel(stage, 2)).toMatchObject({ ok: false, refusal: { code: 'order_not_open' } })
  expect(await stage.balances()).toEqual({ 'change:1': ['100099900', '0'], 'change:3': ['940000000', '0'] })
})

story('Cancel all takes the open orders of the pair and names those that went', async (stage) => {
  await stage.place(order({ lots: 100 }), order({ lots: 200 }), order({ side: 'sell', lots: 300, ticks: 700_000 }))
  await cancel(stage, 2)
  expect(await cancelAll(stage, 'BTC-USDT')).toEqual({ ok: true, value: { orderNos: [1, 3] } })
  expect(await cancelAll(stage, null)).toEqual({ ok: true, value: { orderNos: [] } })
  expect(await stage.balances()).toEqual({ 'change:1': ['100000000', '0'], 'change:3': ['1000000000', '0'] })
})

story('A dearer amend holds the difference, a cheaper one gives it back', async (stage) => {
  await stage.place(order())
  expect(await amend(stage, 1, { ticks: 610_000, lots: 1_500 })).toMatchObject({
    value: { ticks: 610_000, lots: 1_500 },
  })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['85000000', '915000000'] })
  expect(await amend(stage, 1, { ticks: 500_000, lots: 1_000 })).toMatchObject({
    value: { ticks: 500_000, lots: 1_000 },
  })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['500000000', '500000000'] })
})

story('An amend counts what was filled: 0.004 BTC bought, the order grown from 0.01 to 0.012', async (stage) => {
  await stage.place(order())
  stage.clerk.fill(1, { ticks: 600_000, lots: 400, fee: '400' })
  await stage.deliver()
  await amend(stage, 1, { ticks: 600_000, lots: 1_200 })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['280000000', '480000000'] })
  expect(await amend(stage, 1, { ticks: 600_000, lots: 400 })).toMatchObject({
    refusal: { code: 'amend_below_filled' },
  })
})

story('An amend that the Market refuses leaves the order and its hold as they were', async (stage) => {
  await stage.place(order())
  stage.clerk.refusal = 'price_out_of_band'
  expect(await amend(stage, 1, { ticks: 610_000, lots: 1_200 })).toMatchObject({
    ok: false,
    refusal: { code: 'price_out_of_band' },
  })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['400000000', '600000000'] })
  expect(await stage.ask<'spot_order'>({ type: 'spot_order', order: { orderNo: 1 } })).toMatchObject({
    value: { ticks: 600_000, lots: 1_000 },
  })
})

story(
  'An amend is refused when the order is unknown or closed, the target malformed or filtered, or the money short',
  async (stage) => {
    const code = async (orderNo: number, to: { ticks: number; lots: number }) => {
      const outcome = await amend(stage, orderNo, to)
      return outcome.ok ? 'ok' : outcome.refusal.code
    }
    await stage.place(order(), order({ lots: 100 }))
    await cancel(stage, 2)
    expect(await code(9, { ticks: 1, lots: 1 })).toBe('order_not_found')
    expect(await code(2, { ticks: 600_000, lots: 200 })).toBe('order_not_open')
    expect(await code(1, { ticks: 600_000, lots: 0 })).toBe('request_malformed')
    expect(await code(1, { ticks: 600_000, lots: 5 })).toBe('quantity_below_min')
    expect(await code(1, { ticks: 600_000, lots: 2_000 })).toBe('insufficient_available')
    expect(await stage.balances()).toMatchObject({ 'change:3': ['400000000', '600000000'] })
  },
)

scene(
  'One amend of an order at a time: the second is refused while the Market has not answered the first',
  async (stage) => {
    await stage.place(order())
    let open: () => void = () => undefined
    stage.clerk.gate = new Promise((resolve) => {
      open = resolve
    })
    const first = amend(stage, 1, { ticks: 610_000, lots: 1_000 })
    expect(await amend(stage, 1, { ticks: 620_000, lots: 1_000 })).toMatchObject({
      refusal: { code: 'amend_in_progress' },
    })
    expect(await stage.balances()).toMatchObject({ 'change:3': ['390000000', '610000000'] })
    open()
    expect(await first).toMatchObject({ value: { ticks: 610_000 } })
  },
)

scene('A fill that crosses with an amend keeps the dearer terms held until the Market has answered', async (stage) => {
  await stage.place(order())
  stage.clerk.fill(1, { ticks: 600_000, lots: 400, fee: '400' })
  expect(await amend(stage, 1, { ticks: 610_000, lots: 1_000 })).toMatchObject({
    value: { lotsFilled: 400, ticks: 610_000 },
  })
  expect(await stage.balances()).toEqual({ 'change:1': ['100399600', '0'], 'change:3': ['394000000', '366000000'] })
})

scene('A bid that is made cheaper and larger while it fills at its old price is settled', async (stage) => {
  await stage.place(order())
  stage.clerk.fill(1, { ticks: 600_000, lots: 400, fee: '400' })
  expect(await amend(stage, 1, { ticks: 500_000, lots: 1_500 })).toMatchObject({
    value: { lotsFilled: 400, ticks: 500_000, lots: 1_500 },
  })
  // Of 1,000 USDT, 240 paid for 0.004 BTC at 60,000; of the remaining 760, 550 are held for 0.011 BTC at 50,000.
  expect(await stage.balances()).toEqual({ 'change:1': ['100399600', '0'], 'change:3': ['210000000', '550000000'] })
})

story('BTC is unlisted while Alice bids for it: what fills is settled, the rest can be cancelled', async (stage) => {
  await stage.place(order())
  stage.catalogue = { ...CATALOGUE, pairs: [CLOSED_PAIR], unlistedPairs: [{ ...BTC_USDT, isTradable: false }] }
  stage.clerk.fill(1, { ticks: 600_000, lots: 400, fee: '400' })
  await stage.deliver()
  expect(await cancel(stage, 1)).toMatchObject({ ok: true, value: { state: 'cancelled', lotsFilled: 400 } })
  expect(await stage.balances()).toEqual({ 'change:1': ['100399600', '0'], 'change:3': ['760000000', '0'] })
  expect(await stage.place(order())).toMatchObject({ value: [{ refusal: { code: 'market_closed' } }] })
})

scene(
  'A market order that has begun to fill is answered once it is over, not while it waits for a price',
  async (stage) => {
    stage.clerk.onAccepted = (orderNo) => stage.clerk.fill(orderNo, { ticks: 600_000, lots: 400, fee: '1' })
    let isAnswered = false
    const placed = stage
      .place(order({ kind: 'market', ticks: 610_000, timeInForce: 'ioc' }))
      .finally(() => (isAnswered = true))
    await waitFor(() => expect(stage.clerk.commands).toHaveLength(1))
    await stage.deliver()
    expect(isAnswered).toBe(false)
    stage.clerk.close(1, 'filled')
    await stage.deliver()
    expect(await placed).toMatchObject({ value: [{ value: { state: 'filled' } }] })
  },
)
