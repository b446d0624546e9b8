// Whole trades through real rooms: Accounts, Market, price feed and directory as served. After each story amounts are conserved across the
// rooms.

import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seedStatements } from '#db/platform/seed/index'
import { findPair } from '#domain/catalogue'
import type { Outcome } from '#domain/outcome'
import { mayTrade } from '#domain/stocks/session'
import type { AccountResults, BalanceRow, SpotOrderRow } from '#party/protocol/account'
import type { NewOrder } from '#party/protocol/spot'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { loadCatalogue } from '#services/catalogue'
import { orderBook, recentTrades, referencePrice } from '#services/market'
import { conservation } from '../kit/conservation'
import { eventually } from './stage'

const BTC = 1
const ETH = 2
const USDT = 3
const SYMBOL = 'BTC-USDT'

class Trader {
  readonly sessionId: string
  #commands = 0

  constructor(readonly userId: number) {
    this.sessionId = `session of ${userId}`
  }

  /** With 2 BTC, 20 ETH and 200,000 USDT in the change wallet. */
  static async enter(userId: number): Promise<Trader> {
    const trader = new Trader(userId)
    const { sessionId } = trader
    await callAccountAsSystem(env, userId, {
      type: 'open_session',
      sessionId,
      expiresAt: Date.now() + 3_600_000,
      device: 'test',
    })
    const grants = [
      { assetId: BTC, amount: '200000000', wallet: 'change' as const },
      { assetId: ETH, amount: '20000000000000000000', wallet: 'change' as const },
      { assetId: USDT, amount: '200000000000', wallet: 'change' as const },
    ]
    await callAccountAsSystem(env, userId, { type: 'grant_demo', ref: 'welcome', grants })
    return trader
  }

  async place(terms: Partial<NewOrder>): Promise<SpotOrderRow> {
    return valueOf(await this.tryToPlace(terms))
  }

  async tryToPlace(terms: Partial<NewOrder>): Promise<Outcome<SpotOrderRow>> {
    const order: NewOrder = {
      symbol: SYMBOL,
      clientOrderId: null,
      side: 'buy',
      kind: 'limit',
      ticks: 0,
      lots: 1_000,
      budget: null,
      timeInForce: 'gtc',
      isPostOnly: false,
      selfTrade: 'cancel_newest',
      ...terms,
    }
    const [row] = valueOf(
      await callAccount(env, this, { type: 'place_spot_orders', commandId: this.#commandId(), orders: [order] }),
    )
    if (!row) throw new Error('an order was placed')
    return row
  }

  async cancelAll(): Promise<void> {
    valueOf(await callAccount(env, this, { type: 'cancel_spot_orders', commandId: this.#commandId(), symbol: null }))
  }

  async amend(orderNo: number, ticks: number, lots: number): Promise<Outcome<AccountResults['amend_spot_order']>> {
    return callAccount(env, this, {
      type: 'amend_spot_order',
      commandId: this.#commandId(),
      order: { orderNo },
      ticks,
      lots,
    })
  }

  async order(orderNo: number): Promise<SpotOrderRow> {
    return valueOf(await callAccount(env, this, { type: 'spot_order', order: { orderNo } }))
  }

  async balance(assetId: number): Promise<BalanceRow | undefined> {
    const rows = valueOf(await callAccount(env, this, { type: 'balances' }))
    return rows.find((row) => row.assetId === assetId && row.wallet === 'change')
  }

  #commandId(): string {
    return `${this.userId}-${(this.#commands += 1)}`
  }
}

function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.facts)}`)
  return outcome.value
}

const traders: Trader[] = []
const enter = async (): Promise<Trader> => {
  const trader = await Trader.enter(10_001 + traders.length)
  traders.push(trader)
  return trader
}

async function indexTicks(symbol = SYMBOL): Promise<number> {
  const reference = await referencePrice(env, symbol)
  if (!reference) throw new Error('the simulator gives every pair a price')
  return reference.indexTicks
}

beforeAll(async () => {
  await env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))
  // Two people meet each other on BTC-USDT; the house stays on everywhere else.
  await env.DB.prepare("UPDATE pair SET is_house_on = 0 WHERE symbol = 'BTC-USDT'").run()
})

afterEach(async () => {
  for (const trader of traders) await trader.cancelAll()
  const { rows, problems } = await conservation(env, traders.map(({ userId }) => userId)) // prettier-ignore
  expect(problems).toEqual([])
  expect(rows.filter(({ isConserved, undelivered }) => !isConserved || undelivered !== '0')).toEqual([])
})

describe('the house, before anybody else trades', () => {
  it('on every listed pair: both sides are quoted, around the index price, and neither while its exchange is closed', async () => {
    const { pairs } = await loadCatalogue(env)
    for (const { symbol, stock } of pairs.filter((pair) => pair.house.isOn)) {
      const { bids, asks, indexTicks: index } = await orderBook(env, symbol, 1)
      const [bid = 0] = bids[0] ?? []
      const [ask = 0] = asks[0] ?? []
      const quoted = mayTrade(stock, Date.now()) ? bid > 0 && bid < index && index < ask : bid === 0 && ask === 0
      expect(`${symbol} ${quoted}`).toBe(`${symbol} true`)
    }
  })
})

describe('two people on one market', () => {
  it('trade with each other: Bob buys 0.01 BTC of the 0.03 that Alice offers, both pay their fee, Alice hears of it', async () => {
    const [alice, bob] = [await enter(), await enter()]
    const ticks = await indexTicks()
    const offer = await alice.place({ side: 'sell', ticks, lots: 3_000 })
    expect(offer.state).toBe('open')
    const bought = await bob.place({ side: 'buy', ticks, lots: 1_000 })
    expect(bought).toMatchObject({ state: 'filled', lotsFilled: 1_000 })
    const pair = findPair(await loadCatalogue(env), SYMBOL)
    // 0.01 BTC less the taker's fee, rounded up.
    const takerFee = (1_000_000n * (pair?.takerFee ?? 0n) + 99_999_999n) / 100_000_000n
    expect(await bob.balance(BTC)).toMatchObject({ available: String(201_000_000n - takerFee), held: '0' })
    await eventually(
      "Alice's order shows the fill",
      async () => (await alice.order(offer.orderNo)).lotsFilled === 1_000,
    )
    expect(await alice.balance(BTC)).toMatchObject({ held: '2000000' })
    expect((await recentTrades(env, SYMBOL, { limit: 1 }))[0]).toMatchObject({ ticks, lots: 1_000, side: 'buy' })
    expect((await orderBook(env, SYMBOL, 5)).asks).toEqual([[ticks, 2_000]])
  })

  it('meet by a market order for a budget, which spends no more than it says', async () => {
    const [alice, bob] = [await enter(), await enter()]
    const ticks = await indexTicks()
    await alice.place({ side: 'sell', ticks, lots: 100 })
    const spent = await bob.place({
      kind: 'market',
      timeInForce: 'ioc',
      ticks: ticks + 1_000,
      lots: 0,
      budget: '30000000',
    })
    expect(spent.state).toBe('filled')
    expect(BigInt(spent.quoteFilled) <= 30_000_000n).toBe(true)
    expect(await bob.balance(USDT)).toMatchObject({
      held: '0',
      available: String(200_000_000_000n - BigInt(spent.quoteFilled)),
    })
  })

  it('are refused by name what only the market can refuse, and get their hold back', async () => {
    const [alice, bob] = [await enter(), await enter()]
    const ticks = await indexTicks()
    await alice.place({ side: 'sell', ticks })
    expect(await bob.tryToPlace({ ticks, isPostOnly: true })).toMatchObject({
      refusal: { code: 'post_only_would_take' },
    })
    expect(await bob.tryToPlace({ ticks: ticks * 2, lots: 100 })).toMatchObject({
      refusal: { code: 'price_out_of_band' },
    })
    expect(await bob.balance(USDT)).toMatchObject({ held: '0', available: '200000000000' })
  })

  it('amend: growing goes to the back and holds more, shrinking frees at once, below the filled part is refused', async () => {
    const [alice, bob] = [await enter(), await enter()]
    const ticks = await indexTicks()
    const { orderNo } = await alice.place({ side: 'sell', ticks, lots: 1_000 })
    expect(valueOf(await alice.amend(orderNo, ticks, 2_000))).toMatchObject({ lots: 2_000 })
    expect(await alice.balance(BTC)).toMatchObject({ held: '2000000' })
    await bob.place({ ticks, lots: 500 })
    expect(valueOf(await alice.amend(orderNo, ticks, 800))).toMatchObject({ lots: 800 })
    await eventually('the rest is held', async () => (await alice.balance(BTC))?.held === '300000')
    expect(await alice.amend(orderNo, ticks, 500)).toMatchObject({ ok: false, refusal: { code: 'amend_below_filled' } })
  })

  it('lose nothing when the Market dies between a fill and its delivery', async () => {
    const [alice, bob] = [await enter(), await enter()]
    const ticks = await indexTicks()
    const { orderNo } = await alice.place({ side: 'sell', ticks, lots: 1_000 })
    const market = env.Market.get(env.Market.idFromName(SYMBOL))
    const buying = bob.place({ ticks, lots: 1_000 })
    await runInDurableObject(market, (_, state) => state.abort('the process died')).catch(() => undefined)
    expect((await buying).lots).toBe(1_000)
    await eventually('both orders are filled', async () => {
      const [own, other] = await Promise.all([alice.order(orderNo), bob.order(1)])
      return own.state === 'filled' && other.state === 'filled'
    })
  })
})

describe('one person and the house', () => {
  it('buys 0.5 ETH at the market from the house, and sells it back', async () => {
    const alice = await enter()
    const reference = await referencePrice(env, 'ETH-USDT')
    if (!reference) throw new Error('the simulator gives every pair a price')
    const terms = { symbol: 'ETH-USDT', kind: 'market', timeInForce: 'ioc', lots: 5_000 } as const
    expect(await alice.place({ ...terms, side: 'buy', ticks: reference.highTicks })).toMatchObject({ state: 'filled' })
    expect(await alice.place({ ...terms, side: 'sell', ticks: reference.lowTicks, lots: 4_000 })).toMatchObject({
      state: 'filled',
    })
    expect((await orderBook(env, 'ETH-USDT', 50)).bids.length).toBeGreaterThan(1)
  })
})
