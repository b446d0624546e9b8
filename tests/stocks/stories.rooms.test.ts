// Stock order stories. Balances are [available, held]: Alice has 900 USDT in her stocks wallet ("stocks:3"); ACME is asset 9. Cold starts
// between steps: account/waking.ts.

import { expect } from 'vitest'
import { order, story } from '../account/stage'
import { CLOSED, OPEN, SHARE, WITH_SHARE, begin } from './stage'

const OTHERS = { 'change:1': ['100000000', '0'], 'change:3': ['100000000', '0'] }
const buy = (differs = {}) => order({ symbol: SHARE.symbol, ticks: 26_513, lots: 1_234_567, ...differs })

story(
  'Alice buys 1.234567 shares in two fills, from her stocks wallet and into it, to the last unit',
  async (stage) => {
    await begin(stage)
    await stage.place(buy())
    // 327.32074871: the hold is rounded up, the payment down.
    expect(await stage.balances()).toEqual({ ...OTHERS, 'stocks:3': ['572679251', '327320749'] })
    const clerk = stage.clerkOf(SHARE.symbol)
    clerk.fill(1, { ticks: 26_513, lots: 1_000_001, fee: '1001' })
    clerk.fill(1, { ticks: 26_500, lots: 234_566, fee: '235' })
    clerk.close(1, 'filled')
    await stage.deliver(SHARE.symbol)
    expect(await stage.balances()).toEqual({
      ...OTHERS,
      'stocks:3': [String(900_000_000 - 265_130_265 - 62_159_990), '0'],
      'stocks:9': [String(1_234_567 - 1_001 - 235), '0'],
    })
  },
)

story('a fill that is worth less than a unit takes nothing, and the rest comes back with the order', async (stage) => {
  await begin(stage)
  await stage.place(buy({ ticks: 90, lots: 2_000_000 }))
  const clerk = stage.clerkOf(SHARE.symbol)
  clerk.fill(1, { ticks: 90, lots: 1, fee: '1' })
  clerk.fill(1, { ticks: 90, lots: 1_999_998, fee: '2000' })
  clerk.close(1, 'cancelled', 1)
  await stage.deliver(SHARE.symbol)
  expect(await stage.balances()).toEqual({ ...OTHERS, 'stocks:3': ['898200002', '0'], 'stocks:9': ['1997998', '0'] })
})

story(
  'outside the session a market order is refused with its opening and holds nothing, and a limit rests',
  async (stage) => {
    await begin(stage, CLOSED)
    const refused = { ok: false, refusal: { code: 'stock_closed', facts: { opens: '2026-11-23 09:00 UTC' } } }
    const placed = await stage.place(
      buy({ kind: 'market', timeInForce: 'ioc' }),
      buy({ timeInForce: 'fok' }),
      buy({ kind: 'market', timeInForce: 'ioc', ticks: 0 }),
    )
    expect(placed).toMatchObject({ value: [refused, refused, refused] })
    expect(await stage.balances()).toEqual({ ...OTHERS, 'stocks:3': ['900000000', '0'] })
    expect(await stage.place(buy())).toMatchObject({ value: [{ ok: true, value: { state: 'open' } }] })
    // Bitcoin does not sleep.
    stage.clerk.onAccepted = (orderNo) => stage.clerk.close(orderNo, 'not_filled')
    expect(await stage.place(order({ kind: 'market', timeInForce: 'ioc', lots: 100 }))).toMatchObject({
      value: [{ ok: true }],
    })
  },
)

story('a halted share takes no market order in the middle of the session', async (stage) => {
  await begin(stage, OPEN, {
    ...WITH_SHARE,
    pairs: [
      { ...SHARE, stock: { exchange: 'NASDAQ', sector: 'technology', isHalted: true, splits: [], actionAt: null } },
    ],
  })
  const placed = await stage.place(buy({ kind: 'market', timeInForce: 'ioc' }))
  expect(placed).toMatchObject({ value: [{ refusal: { code: 'stock_halted' } }] })
})

story('money of the change wallet buys no share, and a share is sold for money of the stocks wallet', async (stage) => {
  await begin(stage)
  expect(await stage.place(buy({ lots: 4_000_000 }))).toMatchObject({
    value: [{ refusal: { code: 'insufficient_available' } }],
  })
  const clerk = stage.clerkOf(SHARE.symbol)
  await stage.place(buy({ ticks: 20_000, lots: 2_000_000 }))
  clerk.fill(1, { ticks: 20_000, lots: 2_000_000, fee: '0' })
  clerk.close(1, 'filled')
  await stage.deliver(SHARE.symbol)
  await stage.place(buy({ side: 'sell', ticks: 21_000, lots: 500_001 }))
  expect(await stage.balances()).toMatchObject({ 'stocks:9': ['1499999', '500001'] })
  clerk.fill(2, { ticks: 21_000, lots: 500_001, fee: '105001' })
  clerk.close(2, 'filled')
  await stage.deliver(SHARE.symbol)
  expect(await stage.balances()).toEqual({
    ...OTHERS,
    'stocks:3': [String(500_000_000 + 105_000_210 - 105_001), '0'],
    'stocks:9': ['1499999', '0'],
  })
})
