// Random orders over random prices with gaps, with simulated Watches: an account is woken only where its band says so. After every second a
// slow model checks all positions at that second's prices: no due event is missing, no money is created, and no balance is negative.

import { expect, test } from 'vitest'
import { heldOf } from '#domain/futures/appraisal'
import { crossRisk, isLiquidated, isolatedRisk } from '#domain/futures/position'
import { decodeAmount } from '#domain/money/amount'
import type { AccountRequests } from '#party/protocol/account'
import { NOON, type Stage, USDT, withStage } from '../account/stage'
import { never } from '../account/waking'
import { firstOf } from '../kit/long'

const TERMS = {
  version: 'v1',
  priceDecimals: 1,
  stepValue: '100',
  spread: '40000',
  fee: '50000',
  overnight: '20000',
  liquidationFee: '50000',
}
const SYMBOLS = ['BTC-USDT', 'EUR-USDT'] as const
type Symbol = (typeof SYMBOLS)[number]
type Prices = Record<Symbol, number>
const GRANTED = 40_000_000_000n
const MIDNIGHT = NOON + 12 * 3_600_000

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

class Random {
  #seed: number
  constructor(seed: number) {
    this.#seed = seed
  }
  below(bound: number): number {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return this.#seed % bound
  }
  of<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)]
    if (value === undefined) throw new Error('nothing to choose from')
    return value
  }
}

function step(random: Random, price: number): number {
  const isGap = random.below(25) === 0
  const parts = random.below(isGap ? 120_000 : 4_000) - (isGap ? 60_000 : 2_000)
  return Math.max(300_000, Math.min(900_000, price + Math.floor((price * parts) / 1_000_000)))
}

async function act(stage: Stage, random: Random, prices: Prices): Promise<void> {
  const live = await rowsOf(stage)
  const commandId = stage.commandId()
  const symbol = random.of(SYMBOLS)
  const reference = prices[symbol]
  const direction = random.of(['long', 'short'] as const)
  const sign = direction === 'long' ? 1 : -1
  const away = (percent: number) => Math.max(1, reference + Math.floor((reference * percent * sign) / 1000))
  const kind = random.of(['market', 'market', 'limit', 'stop'] as const)
  const entry = kind === 'limit' ? away(-1 - random.below(20)) : kind === 'stop' ? away(1 + random.below(20)) : null
  const from = entry ?? reference
  const beyond = (percent: number) => Math.max(1, from + Math.floor((from * percent * sign) / 1000))
  const order: Omit<AccountRequests['place_futures_order'], 'type' | 'commandId'> = {
    symbol,
    direction,
    kind,
    mode: random.of(['cross', 'isolated'] as const),
    leverage: random.of([2, 10, 50, 100]),
    lots: 1 + random.below(120),
    entrySteps: entry,
    worstSteps: null,
    takeProfit: random.below(3) === 0 ? beyond(2 + random.below(30)) : null,
    stopLoss: random.below(3) === 0 ? beyond(-2 - random.below(30)) : null,
    assetId: USDT.id,
    maintenanceRate: '500000',
    reference,
    terms: TERMS,
  }
  const open = live.filter(({ state }) => state === 'open')
  if (open.length > 0 && random.below(3) === 0) {
    const { positionNo, lots } = random.of(open)
    void stage.ask({ type: 'close_futures', commandId, positionNo, lots: 1 + random.below(lots) }).catch(() => null)
  } else void stage.ask({ type: 'place_futures_order', commandId, ...order }).catch(() => null)
  await settled()
}

async function rowsOf(stage: Stage) {
  const answered = await stage.ask({ type: 'futures_live', assetId: USDT.id })
  if (!answered.ok) throw new Error(answered.refusal.code)
  return answered.value.rows
}

/** One second: every Watch compares its new price with the account's band and wakes the account when reached. */
async function second(stage: Stage, prices: Prices): Promise<void> {
  stage.now += 1_000
  const at = stage.now
  const ticks = SYMBOLS.map((symbol) => ({
    symbol,
    seq: at / 1000,
    at,
    price: `${Math.floor(prices[symbol] / 10)}.${prices[symbol] % 10}`,
    source: 'test',
    previousHash: '',
    hash: '',
  }))
  // A band changed by the first symbol's wake may be reached immediately.
  for (let turn = 0; turn < 2; turn += 1)
    for (const symbol of SYMBOLS) {
      const band = stage.registrations.get(symbol)?.band
      if (!band || band.after >= at) continue
      const price = prices[symbol]
      const isReached =
        (band.low !== null && price <= band.low) ||
        (band.high !== null && price >= band.high) ||
        (band.next !== null && at >= band.next)
      if (isReached)
        await stage.wakeBy({ feature: 'futures', symbol, round: { at, ticks }, beforeAt: null, closedSides: [] })
      await settled()
    }
}

/** Due events at these prices that didn't happen. */
async function leftUndone(stage: Stage, prices: Prices): Promise<string[]> {
  const answered = await stage.ask({ type: 'futures_live', assetId: USDT.id })
  if (!answered.ok) return [answered.refusal.code]
  const { rows, available } = answered.value
  const open = rows.filter(({ state }) => state === 'open')
  const held = open.flatMap((row) => heldOf(row) ?? [])
  const index = (symbol: string) => prices[symbol as Symbol]
  const cross = crossRisk(decodeAmount(available), held, index)
  return [
    ...(cross.margins > 0n && isLiquidated(cross) ? ['the cross positions should have been liquidated'] : []),
    ...held
      .filter(
        (position) => position.mode === 'isolated' && isLiquidated(isolatedRisk(position, index(position.symbol))),
      )
      .map(({ positionNo }) => `position ${positionNo} should have been liquidated`),
    ...open
      // A position opened in this second waits for the next one.
      .filter(({ openedAt }) => openedAt !== stage.now)
      .filter(({ direction, takeProfit, stopLoss, symbol }) => {
        const sign = direction === 'long' ? 1 : -1
        const price = index(symbol)
        return (
          (takeProfit !== null && (price - takeProfit) * sign >= 0) ||
          (stopLoss !== null && (price - stopLoss) * sign <= 0)
        )
      })
      .map(({ positionNo }) => `position ${positionNo} should have been closed by its stops`),
    ...open
      .filter(({ openedAt, overnightPaid }) => {
        const isOwed = (openedAt ?? 0) < MIDNIGHT && stage.now >= MIDNIGHT
        return isOwed !== (overnightPaid !== '0')
      })
      .map(
        ({ positionNo }) =>
          `position ${positionNo} should have paid for the midnight that it was open at, and no other`,
      ),
  ]
}

test.each(firstOf([1, 2, 3]))('nothing is left undone and no money comes from nowhere (seed %i)', async (seed) => {
  await withStage(never, async (stage) => {
    const random = new Random(seed)
    stage.now = MIDNIGHT - 120_000
    const grants = [{ assetId: USDT.id, amount: GRANTED.toString(), wallet: 'lever' }] as const
    await stage.tell({ type: 'grant_demo', ref: 'start', grants })
    const prices: Prices = { 'BTC-USDT': 600_000, 'EUR-USDT': 450_000 }
    for (let round = 0; round < 250; round += 1) {
      if (random.below(2) === 0) await act(stage, random, prices)
      for (const symbol of SYMBOLS) prices[symbol] = step(random, prices[symbol])
      await second(stage, prices)
      expect({ round, undone: await leftUndone(stage, prices) }).toEqual({ round, undone: [] })
      if (round % 25 === 0) {
        const { accounts, problems } = await stage.verify()
        expect(problems).toEqual([])
        const usdt = accounts.filter(({ assetId }) => assetId === USDT.id)
        expect(usdt.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(0n)
      }
    }
    const ended = await stage.ask({ type: 'futures_ended', symbol: null, only: null, page: 1, limit: 500 })
    if (!ended.ok) throw new Error(ended.refusal.code)
    // Guards against an empty run.
    expect(ended.value.rows.filter(({ state }) => state === 'closed').length).toBeGreaterThan(30)
    // Net results of all positions equal the change of the wallet's balance.
    const nets = [...ended.value.rows, ...(await rowsOf(stage))].map(({ net }) => BigInt(net))
    const [available = '', held = ''] = (await stage.balances())['lever:3'] ?? []
    expect(nets.reduce((sum, net) => sum + net, 0n)).toBe(BigInt(available) + BigInt(held) - GRANTED)
  })
})
