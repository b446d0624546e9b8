// Investments in one account. Cold starts between steps: account/waking.ts.

import { expect } from 'vitest'
import { type InvestReceipt, checkInvestReceipt } from '#domain/invest/receipt'
import type { AskedClaim, ClaimAnswer } from '#party/account/remote-calls'
import type { AccountRequests } from '#party/protocol/account'
import type { SymbolFixing, InvestRow } from '#party/protocol/invest'
import { DAY_MS } from '#domain/time'
import { BTC, NOON, type Stage, USDT, scene, story } from '../account/stage'

type Purchase = Omit<AccountRequests['buy_series'], 'type' | 'commandId'>
const MATURES = NOON + 7 * DAY_MS - 4 * 3_600_000

/** Five shares of a call: half a coin, strike 70,000, seven days, 36.5 % a year; `differs` overrides fields. */
const call = (differs: Partial<Purchase> = {}): Purchase => ({
  seriesId: 7,
  shares: 5,
  assetId: BTC.id,
  amount: '50000000',
  series: {
    name: 'BTC-28NOV26-70000-C',
    symbol: 'BTC-USDT',
    kind: 'call',
    strike: 700_000,
    apr: '36500000',
    days: 7,
    maturesAt: MATURES,
    baseId: BTC.id,
    quoteId: USDT.id,
    baseScale: 8,
    quoteScale: 6,
    priceDecimals: 1,
  },
  ...differs,
})
const put = (): Purchase => ({
  ...call(),
  assetId: USDT.id,
  shares: 1,
  amount: '700000000',
  series: { ...call().series, kind: 'put', strike: 70_000, name: 'BTC-28NOV26-7000-P' },
})

/** Buys, and lets the directory be asked. */
async function buy(stage: Stage, purchase = call()) {
  const asked = { type: 'buy_series', commandId: stage.commandId(), ...purchase } as const
  const answer = stage.ask(asked)
  await new Promise((resolve) => setTimeout(resolve, 0))
  for (let count = 0; count < 4 && stage.alarmAt !== null && stage.alarmAt <= stage.now; count += 1) await stage.ring()
  void answer.catch(() => null)
  return stage.ask(asked)
}

const fixed = (steps: number | null): SymbolFixing => ({
  symbol: 'BTC-USDT',
  at: MATURES,
  steps,
  receiptId: steps === null ? null : 'f'.repeat(64),
})

async function mature(stage: Stage, fixings: readonly SymbolFixing[], at = MATURES) {
  stage.fixings = () => Promise.resolve(fixings)
  stage.now = Math.max(stage.now, at)
  for (let count = 0; count < 4 && stage.alarmAt !== null && stage.alarmAt <= stage.now; count += 1) await stage.ring()
}

async function find(stage: Stage, orderNo = 1): Promise<InvestRow> {
  const found = await stage.ask({ type: 'invest_order', orderNo })
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value
}

async function receiptOf(stage: Stage): Promise<InvestReceipt> {
  const { receiptId } = await find(stage)
  for (let count = 0; count < 3 && !stage.receipts.has(receiptId ?? ''); count += 1) await stage.ring()
  return stage.receipts.get(receiptId ?? '') as InvestReceipt
}

async function house(stage: Stage): Promise<string[]> {
  const { accounts } = await stage.verify()
  return accounts
    .filter(({ account, amount }) => account === '@house:invest' && amount !== '0')
    .map(({ assetId, amount }) => `${assetId} ${amount}`)
}

story('a call below its strike price is paid in the coin, with growth', async (stage) => {
  expect(await buy(stage)).toMatchObject({ ok: true, value: { state: 'purchased', shares: 5 } })
  expect(await stage.balances()).toMatchObject({ 'change:1': ['50000000', '0'], 'earn:1': ['0', '50000000'] })
  await mature(stage, [fixed(699_999)])
  expect(await find(stage)).toMatchObject({
    state: 'success',
    side: 'coin',
    paid: '50350000',
    fixingSteps: 699_999,
    endedAt: MATURES,
  })
  expect(checkInvestReceipt(await receiptOf(stage))).toEqual([])
  expect(await house(stage)).toEqual(['1 -350000'])
  return stage.balances()
})

story('at its strike price it is paid in dollars: equal is "otherwise"', async (stage) => {
  await buy(stage)
  await mature(stage, [fixed(700_000)])
  expect(await find(stage)).toMatchObject({
    state: 'success',
    side: 'quote',
    paid: '35245000000',
    paidAssetId: USDT.id,
  })
  expect(await house(stage)).toEqual(['1 50000000', '3 -35245000000'])
  return stage.balances()
})

story('a put below is paid in the coin, otherwise in dollars', async (stage) => {
  await buy(stage, put())
  expect(await stage.balances()).toMatchObject({ 'change:3': ['300000000', '0'], 'earn:3': ['0', '700000000'] })
  await mature(stage, [fixed(69_999)])
  expect(await find(stage)).toMatchObject({ state: 'success', side: 'coin', paid: '10070000', paidAssetId: BTC.id })
  return stage.balances()
})

story(
  'while the fixing is not made nothing is decided; it is paid once, however often the room is told',
  async (stage) => {
    await buy(stage)
    await mature(stage, [])
    expect(await find(stage)).toMatchObject({ state: 'purchased' })
    await mature(
      stage,
      [
        { ...fixed(1), symbol: 'ETH-USDT' },
        { ...fixed(1), at: MATURES - DAY_MS },
      ],
      MATURES + 60_000,
    )
    expect(await find(stage)).toMatchObject({ state: 'purchased' })
    stage.fixings = () => Promise.reject(new Error('the directory is away'))
    stage.now = MATURES + 120_000
    await stage.ring()
    expect(await find(stage)).toMatchObject({ state: 'purchased' })
    await mature(stage, [fixed(750_000)], MATURES + 200_000)
    await mature(stage, [fixed(650_000)], MATURES + 300_000)
    expect(await find(stage)).toMatchObject({ state: 'success', side: 'quote', fixingSteps: 750_000, endedAt: MATURES })
    return [await stage.balances(), await house(stage)]
  },
)

story('without any tick it is void, and everything comes back', async (stage) => {
  await buy(stage)
  await mature(stage, [fixed(null)])
  expect(await find(stage)).toMatchObject({ state: 'fail', paid: '50000000', paidAssetId: BTC.id, fixingSteps: null })
  const receipt = await receiptOf(stage)
  expect([receipt.outcome, checkInvestReceipt(receipt)]).toEqual(['void', []])
  expect(await house(stage)).toEqual([])
  return stage.balances()
})

story('of a series that is sold out nothing is bought, and the amount is free again', async (stage) => {
  const asked: AskedClaim[] = []
  let answer: ClaimAnswer = { isGranted: false, refusal: 'sold_out', left: 2 }
  stage.claimSupply = (claim) => {
    asked.push(claim)
    return Promise.resolve(answer)
  }
  expect(await buy(stage)).toMatchObject({ refusal: { code: 'invest_sold_out', facts: { left: '2' } } })
  answer = { isGranted: false, refusal: 'above_user_max', left: 3 }
  expect(await buy(stage)).toMatchObject({ refusal: { code: 'invest_user_full', facts: { left: '3' } } })
  expect(new Set(asked.map(({ ref, product, item, quantity }) => `${product} ${item} ${ref} ${quantity}`))).toEqual(
    new Set(['invest 7 10001:invest:1 5', 'invest 7 10001:invest:2 5']),
  )
  expect(await stage.ask({ type: 'invest_order', orderNo: 1 })).toMatchObject({
    refusal: { code: 'invest_order_not_found' },
  })
  const all = { stage: 'all', baseId: null, kind: null, settlesBefore: 0, page: 1, limit: 10 } as const
  expect(await stage.ask({ type: 'invest_orders', ...all })).toMatchObject({ value: { total: 0 } })
  return stage.balances()
})

story('lists tell purchased from settling by the clock, and narrow by coin and kind', async (stage) => {
  await buy(stage)
  await buy(stage, put())
  const list = async (differs: object) => {
    const asked = {
      stage: 'all',
      baseId: null,
      kind: null,
      settlesBefore: stage.now,
      page: 1,
      limit: 10,
      ...differs,
    } as const
    const found = await stage.ask({ type: 'invest_orders', ...asked })
    return found.ok ? found.value.rows.map(({ orderNo }) => orderNo) : []
  }
  expect(await list({ stage: 'purchased' })).toEqual([2, 1])
  expect(await list({ stage: 'settling' })).toEqual([])
  expect(await list({ stage: 'settling', settlesBefore: MATURES })).toEqual([2, 1])
  expect(await list({ kind: 'put' })).toEqual([2])
  expect(await list({ baseId: 2 })).toEqual([])
  await mature(stage, [fixed(700_000)])
  expect(await list({ stage: 'success' })).toEqual([2, 1])
  expect(await list({ stage: 'fail' })).toEqual([])
  return list({ stage: 'ended' })
})

scene('what cannot be is refused by name and holds nothing', async (stage) => {
  const ask = (differs: Partial<Purchase>) =>
    stage.ask({ type: 'buy_series', commandId: stage.commandId(), ...call(differs) })
  expect(await ask({ assetId: 77 })).toMatchObject({ refusal: { code: 'asset_not_found' } })
  expect(await ask({ amount: '0' })).toMatchObject({ refusal: { code: 'amount_not_positive' } })
  const { days } = call().series
  expect(await ask({ daysSeen: days + 1 })).toMatchObject({
    refusal: { code: 'invest_days_changed', facts: { days: String(days) } },
  })
  expect(await ask({ daysSeen: days, amount: '900000000' })).toMatchObject({
    refusal: { code: 'insufficient_available' },
  })
  expect(await ask({ amount: '900000000' })).toMatchObject({ refusal: { code: 'insufficient_available' } })
  await stage.tell({ type: 'freeze', revision: 1, trading: true, withdrawals: false })
  expect(await ask({})).toMatchObject({ refusal: { code: 'trading_frozen' } })
  expect(await stage.balances()).toMatchObject({ 'change:1': ['100000000', '0'] })
})

scene('at most a hundred run at once; who has waited long is told that the purchase is being booked', async (stage) => {
  stage.claimSupply = () => Promise.reject(new Error('away'))
  const ask = () =>
    stage.ask({ type: 'buy_series', commandId: stage.commandId(), ...call({ amount: '100000', shares: 1 }) })
  const first = ask()
  for (let count = 1; count < 100; count += 1) void ask().catch(() => null)
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(await ask()).toMatchObject({ refusal: { code: 'invest_orders_above_max', facts: { bound: '100' } } })
  stage.now += 9_000
  stage.runTimeouts(2_000)
  expect(await first).toMatchObject({ refusal: { code: 'invest_waiting' } })
})
