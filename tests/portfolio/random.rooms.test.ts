// Random accounts that use every product in turn, with cold starts between the steps: their portfolio is what an independent count of
// the raw entries comes to, to the unit (`expectBooksBalance` in account/stage.ts, as after every story of an account).

import { expect, test } from 'vitest'
import type { Asset, Catalogue } from '#domain/catalogue'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/time'
import type { SaleAnswer, SaleUpdate } from '#party/protocol/lot'
import { BTC, NOON, type Stage, USDT, order, withStage } from '../account/stage'
import { type Random, seededRandom } from '../crash/random'
import { LONG } from '../kit/long'
import { SHARE, WITH_SHARE } from '../stocks/stage'
import { convertTerms, saleTerms } from '../funds/convert-terms'

const ACCOUNTS = LONG ? 200 : 10
const STEPS = 40
const TOKEN: Asset = { ...USDT, id: 77, code: 'MOONB' }
const LISTED: Catalogue = { ...WITH_SHARE, assets: [...WITH_SHARE.assets, TOKEN] }
const RATES = { spread: '40000', fee: '50000', overnight: '20000', liquidationFee: '50000' }

const rest = () => new Promise((resolve) => setTimeout(resolve, 0))

/** One account with its running numbers. A refused command is a fair step: the account then simply goes on. */
class Life {
  steps = 600_000
  no = 0
  readonly works: number[] = []

  constructor(
    readonly stage: Stage,
    readonly random: Random,
  ) {}

  below(bound: number): number {
    return Math.floor(this.random() * bound)
  }

  units(most: number): string {
    return String(1 + this.below(most))
  }

  next(): number {
    this.no += 1
    return this.no
  }

  /** Sends a command that an alarm or a Watch decides. */
  async send(command: { readonly type: string } & Readonly<Record<string, unknown>>): Promise<void> {
    void this.stage.askAnything({ commandId: this.stage.commandId(), ...command }).catch(() => null)
    await rest()
    await this.ring()
  }

  async ring(): Promise<void> {
    for (let count = 0; count < 6 && (this.stage.alarmAt ?? Infinity) <= this.stage.now; count += 1)
      await this.stage.ring()
  }

  /** Time passes, and what is due happens late or on time. */
  async pass(ms: number): Promise<void> {
    const until = this.stage.now + ms
    for (let count = 0; count < 12 && (this.stage.alarmAt ?? Infinity) <= until; count += 1) await this.stage.ring()
    this.stage.now = Math.max(this.stage.now, until)
  }

  /** Two prices, a second apart, for whoever waits for one. */
  async tick(): Promise<void> {
    for (let count = 0; count < 2; count += 1) {
      this.stage.now = Math.ceil((this.stage.now + SECOND_MS) / SECOND_MS) * SECOND_MS
      this.steps = Math.max(300_000, this.steps + this.below(8_000) - 4_000)
      const at = this.stage.now
      const price = `${Math.floor(this.steps / 10)}.${this.steps % 10}`
      const tick = { symbol: 'BTC-USDT', seq: at / 1000, at, price, source: 'test', previousHash: '', hash: '' }
      for (const feature of ['futures', 'options', 'loan'])
        await this.stage
          .wakeBy({
            feature,
            symbol: 'BTC-USDT',
            round: { at, ticks: [tick] },
            beforeAt: at - SECOND_MS,
            closedSides: [],
          })
          .catch(() => null)
      await rest()
    }
  }

  async fill(symbol: string, side: 'buy' | 'sell', terms: { readonly ticks: number; readonly lots: number }) {
    const placed = await this.stage.place(order({ symbol, side, ...terms }))
    const [first] = placed.ok ? placed.value : []
    if (!first?.ok) return
    const { orderNo } = first.value
    const clerk = this.stage.clerkOf(symbol)
    const isPart = this.below(3) === 0
    const lots = isPart ? Math.max(1, Math.floor(terms.lots / 3)) : terms.lots
    clerk.fill(orderNo, { ticks: terms.ticks, lots, fee: String(this.below(900)), role: 'taker' })
    if (isPart) clerk.close(orderNo, 'cancelled', 1)
    else clerk.close(orderNo, 'filled')
    await this.stage.deliver(symbol)
  }
}

type Step = (life: Life) => Promise<unknown>

const moveTo = (life: Life, to: string, assetId: number, amount: string) =>
  life.stage.askAnything({
    ...{ type: 'transfer', commandId: life.stage.commandId(), assetId, amount },
    ...{ from: 'change', to, prices: [{ symbol: 'BTC-USDT', priceSteps: life.steps }] },
  })

const bought = (price: string, workId: number): SaleAnswer => ({
  ...{ isAccepted: true, price, at: NOON, workId },
  split: { fee: '1000', house: '0' },
})
const news = (life: Life, said: { readonly kind: SaleUpdate['kind'] } & Record<string, unknown>) =>
  life.stage.tell({ type: 'nft_news', news: { work: 'Harbour', ...said } as SaleUpdate })

const PRODUCTS: Readonly<Record<string, Step>> = {
  deposit: (life) => {
    const assetId = life.below(2) === 0 ? BTC.id : USDT.id
    return life.stage.tell({ type: 'credit_deposit', depositId: life.next(), assetId, amount: life.units(90_000_000) })
  },
  withdrawal: async (life) => {
    const withdrawalId = life.next()
    const assetId = life.below(2) === 0 ? BTC.id : USDT.id
    const terms = { fee: '1000', btcValue: '1', level: 2 } as const
    const amount = String(2_000 + life.below(30_000_000))
    await life.send({ type: 'request_withdrawal', withdrawalId, assetId, amount, terms })
    const verdict = life.below(4) === 0 ? 'release' : 'approve'
    const { state } = await life.stage.tell<'settle_withdrawal'>({ type: 'settle_withdrawal', withdrawalId, verdict })
    const paid = String(BigInt(amount) - 1_000n)
    if (state === 'approved')
      await life.stage.tell({ type: 'post_payout', withdrawalId, txId: 'x', paid, networkFee: null, isPayment: true })
  },
  convert: (life) => {
    const isSale = life.below(2) === 0
    const [from, to] = isSale ? [BTC.id, USDT.id] : [USDT.id, BTC.id]
    const given = life.units(20_000_000)
    const terms = (isSale ? saleTerms : convertTerms)(BigInt(given), life.stage.now)
    return life.send({ type: 'convert', fromAssetId: from, toAssetId: to, amount: given, terms })
  },
  correction: (life) => {
    const amount = `${life.below(2) === 0 ? '-' : ''}${life.units(3_000_000)}`
    const ref = `review:${life.next()}`
    return life.stage.tell({ type: 'correct', ref, assetId: BTC.id, wallet: 'change', amount })
  },
  purchase: (life) => {
    const credit = {
      orderId: life.next(),
      assetId: life.below(2) === 0 ? BTC.id : USDT.id,
      amount: life.units(9_000_000),
    }
    return life.stage.tell({ type: 'credit_buy', fee: life.units(9), ...credit })
  },
  coupon: async (life) => {
    const ref = `coupon:${life.next()}`
    const terms = {
      kind: 'trial_bonus',
      assetId: life.below(2) === 0 ? BTC.id : USDT.id,
      amount: life.units(900_000),
    } as const
    await life.stage.tell({ type: 'grant_coupon', ref, couponId: 7, terms, expiresAt: NOON + 90 * DAY_MS })
    await life.send({ type: 'use_coupon', ref })
  },
  spot: (life) => {
    const side = life.below(2) === 0 ? 'buy' : 'sell'
    return life.fill('BTC-USDT', side, { ticks: life.steps, lots: 100 + life.below(900) })
  },
  shares: async (life) => {
    await moveTo(life, 'stocks', USDT.id, '40000000')
    const side = life.below(3) === 0 ? 'sell' : 'buy'
    await life.fill(SHARE.symbol, side, { ticks: 20_000 + life.below(9_000), lots: 100_000 + life.below(90_000) })
  },
  company: (life) => {
    const id = life.next()
    const of = { id, symbol: SHARE.symbol, at: life.stage.now }
    const [newShares, oldShares] = life.below(2) === 0 ? [3, 2] : [1, 3]
    const action =
      life.below(2) === 0
        ? { ...of, kind: 'split', newShares, oldShares, lastTicks: 20_000, paidPerShare: '0' }
        : { ...of, kind: 'dividend', paidPerShare: '1250000', newShares: 0, oldShares: 0, lastTicks: 0 }
    return life.stage.tell({ type: 'take_stock_action', action } as never)
  },
  futures: async (life) => {
    await moveTo(life, 'lever', USDT.id, '60000000')
    const terms = { version: 'v1', priceDecimals: 1, stepValue: '100', ...RATES }
    await life.send({
      ...{ type: 'place_futures_order', symbol: 'BTC-USDT', direction: life.below(2) === 0 ? 'long' : 'short' },
      ...{ kind: 'market', mode: 'cross', leverage: 50, lots: 1 + life.below(40), entrySteps: null, worstSteps: null },
      ...{
        takeProfit: null,
        stopLoss: null,
        assetId: USDT.id,
        maintenanceRate: '500000',
        reference: life.steps,
        terms,
      },
    })
    await life.tick()
    const live = await life.stage.ask({ type: 'futures_live', assetId: USDT.id })
    for (const { positionNo, lots } of live.ok ? live.value.rows : [])
      if (life.below(2) === 0) await life.send({ type: 'close_futures', positionNo, lots })
    await life.tick()
  },
  options: async (life) => {
    await moveTo(life, 'micro', USDT.id, '20000000')
    const terms = { version: 'v1', priceDecimals: 1, ratio: '85000000', fee: '1000000' }
    await life.send({
      ...{ type: 'place_option', symbol: 'BTC-USDT', direction: 'rise', seconds: 5, userMax: '100000000000', terms },
      ...{ stake: String(5_000_000 + life.below(9_000_000)), assetId: USDT.id },
    })
    for (let count = 0; count < 5; count += 1) await life.tick()
  },
  game: async (life) => {
    const committed = await life.stage.ask({ type: 'game' })
    const known = committed.ok ? (committed.value.seed?.seedNo ?? null) : null
    if (known === null) await life.send({ type: 'commit_game_seed', entropy: '11'.repeat(32) })
    const assetId = life.below(2) === 0 ? BTC.id : USDT.id
    const round = { seedNo: known ?? 1, clientSeed: `c${life.next()}`, under: 4_950, assetId }
    await life.send({ type: 'play_game', stake: String(10_000 + life.below(4_000_000)), ...round })
  },
  quiz: async (life) => {
    life.stage.askEvent = () => Promise.resolve({ isAccepted: true, at: life.stage.now })
    const eventId = life.next()
    const bet = {
      eventId,
      option: 1,
      assetId: USDT.id,
      stake: String(1_000_000 + life.below(9_000_000)),
      key: 'ab'.repeat(32),
    }
    await life.send({ type: 'place_quiz_bet', ...bet })
    const listed = await life.stage.ask({ type: 'quiz_bets', eventId, page: 1, limit: 1 })
    const betNo = listed.ok ? listed.value.rows[0]?.betNo : undefined
    if (betNo === undefined) return
    const paid = life.below(2) === 0 ? '0' : life.units(20_000_000)
    const answer = paid === '0' ? 2 : 1
    await life.stage.tell({ type: 'settle_quiz', eventId, receiptId: 'r', answer, bets: [{ betNo, paid, fee: '100' }] })
  },
  lock: (life) =>
    life.send({
      ...{ type: 'lock_deposit', productId: 2, steps: 10, userMax: '900000000', coupon: null, isRenewed: false },
      ...{ assetId: life.below(2) === 0 ? BTC.id : USDT.id, amount: String(1_000_000 + life.below(20_000_000)) },
      terms: { version: 'v1', days: 3, dailyRate: '300000', penaltyRatio: '400000', payMinute: 480 },
    }),
  redeem: async (life) => {
    await PRODUCTS['lock']?.(life)
    await life.pass(life.below(2) * DAY_MS)
    const listed = await life.stage.ask({ type: 'mining_deposits', stage: 'live', page: 1, limit: 1 })
    const orderNo = listed.ok ? listed.value.rows[0]?.orderNo : undefined
    if (orderNo !== undefined) await life.send({ type: 'redeem_deposit', orderNo, penaltyMax: null })
  },
  dual: async (life) => {
    const isCall = life.below(2) === 0
    const maturesAt = life.stage.now + DAY_MS
    const [assetId, amount] = isCall ? [BTC.id, '10000000'] : [USDT.id, '60000000']
    const series = {
      ...{
        name: 'BTC',
        symbol: 'BTC-USDT',
        kind: isCall ? 'call' : 'put',
        strike: 600_000,
        apr: '36500000',
        days: 1,
        maturesAt,
      },
      ...{ baseId: BTC.id, quoteId: USDT.id, baseScale: 8, quoteScale: 6, priceDecimals: 1 },
    }
    await life.send({ type: 'buy_series', seriesId: 7, shares: 1, assetId, amount, series })
    const steps = life.below(4) === 0 ? null : 500_000 + life.below(200_000)
    const fixed = { symbol: 'BTC-USDT', at: maturesAt, steps, receiptId: steps === null ? null : 'f'.repeat(64) }
    life.stage.fixings = () => Promise.resolve([fixed])
    await life.pass(DAY_MS + HOUR_MS)
  },
  sale: async (life) => {
    const payAssetId = life.below(2) === 0 ? BTC.id : USDT.id
    // 5 USDT, at 60,000 as many units of BTC, rounded up.
    const held = payAssetId === BTC.id ? '8334' : '5000000'
    const endsAt = life.stage.now + HOUR_MS
    const tick = {
      symbol: 'BTC-USDT',
      seq: 1,
      at: life.stage.now,
      price: '60000.0',
      source: 'test',
      previousHash: '',
      hash: '',
    }
    const terms = {
      ...{ assetId: TOKEN.id, mode: 'pro_rata', cost: '50000', userMax: 2_000, lockDays: 2, held },
      ...{ tick: payAssetId === BTC.id ? tick : null, endsAt, listingAt: endsAt + 2 * HOUR_MS },
    }
    await life.send({ type: 'subscribe_ieo', projectId: 5, quantity: 100, payAssetId, terms })
    const claim = life.next() + 1_000
    const listed = await life.stage.ask({ type: 'ieo_orders', projectId: null, page: 1, limit: 1 })
    const orderNo = listed.ok ? listed.value.rows[0]?.orderNo : undefined
    if (orderNo === undefined) return
    await life.stage
      .tell({ type: 'claimed_ieo', orderNo, claimed: { isCounted: true, claimNo: claim } })
      .catch(() => null)
    await life.pass(HOUR_MS)
    await life.stage.tell({ type: 'settle_ieo', allotments: [{ claim, allotted: life.below(100) }] }).catch(() => null)
    await life.pass(life.below(3) * DAY_MS)
  },
  buyWork: async (life) => {
    const workId = 1 + life.below(4)
    const price = life.units(50_000_000)
    life.stage.askSale = () => Promise.resolve(bought(price, workId))
    const assetId = life.below(4) === 0 ? BTC.id : USDT.id
    await life.send({ type: 'buy_nft', lotId: life.next(), assetId, work: 'Harbour', price })
    life.works.push(workId)
  },
  sellWork: async (life) => {
    const workId = life.works.pop() ?? 9
    const assetId = life.below(4) === 0 ? BTC.id : USDT.id
    const credit = {
      kind: 'credit',
      reason: 'nft_sold',
      lotId: life.next(),
      assetId,
      workId,
      amount: life.units(60_000_000),
    } as const
    await news(life, credit)
    if (life.below(2) === 0) await news(life, { ...credit, reason: 'nft_royalty', amount: '1234' })
  },
  bid: async (life) => {
    const lotId = life.next()
    life.stage.askSale = () =>
      Promise.resolve({ isAccepted: true, price: '30000000', at: NOON, split: null, margin: '3000000' })
    const bid = { lotId, assetId: USDT.id, work: 'Harbour', margin: '3000000', price: '30000000', steps: 1 }
    await life.send({ type: 'bid_nft', ...bid })
    const ended = life.below(3)
    if (ended === 0) await news(life, { kind: 'margin_back', lotId, isCalledOff: false })
    if (ended === 1) await news(life, { kind: 'forfeit', lotId, toHouse: true })
  },
  loan: async (life) => {
    await moveTo(life, 'margin', BTC.id, '20000000')
    const loanId = life.next()
    const terms = { version: 'v', days: 7, dailyRate: '24000', lateRate: '500000' }
    const prices = [{ symbol: 'BTC-USDT', priceSteps: life.steps }]
    const credit = { loanId, assetId: USDT.id, amount: life.units(90_000_000), terms, prices, most: '1000000000000' }
    await life.stage.tell({ type: 'credit_loan', ...credit })
    await life.pass(life.below(30) * HOUR_MS)
    const amount = life.below(2) === 0 ? null : life.units(40_000_000)
    await life.send({ type: 'repay_loan', loanId, amount })
  },
  copyShare: (life) => moveTo(life, 'lever', USDT.id, '1000000'),
  later: (life) => life.pass(life.below(20) * HOUR_MS),
  muchLater: (life) => life.pass(life.below(12) * DAY_MS),
}

async function live(seed: number): Promise<ReadonlySet<string>> {
  const reasons = new Set<string>()
  await withStage(
    (step) => step % 7 === 0,
    async (stage) => {
      stage.catalogue = LISTED
      const life = new Life(stage, seededRandom(seed))
      const steps = Object.entries(PRODUCTS)
      for (let count = 0; count < STEPS; count += 1) {
        const [, act] = steps[life.below(steps.length)] ?? []
        await act?.(life)
      }
      for (const { reason } of stage.store.rows<{ reason: string }>('SELECT DISTINCT reason FROM bill'))
        reasons.add(reason)
    },
  )
  return reasons
}

test(`${ACCOUNTS} random accounts over all products: the portfolio is 0 units off an independent count`, async () => {
  const met = new Set<string>()
  for (let seed = 1; seed <= ACCOUNTS; seed += 1) for (const reason of await live(seed)) met.add(reason)
  const wanted = [
    ...['deposit', 'withdrawal', 'withdrawal_fee', 'convert', 'correction', 'buy', 'coupon_bonus', 'transfer'],
    ...['spot_fill', 'spot_fee', 'stock_split', 'stock_dividend', 'futures_result', 'futures_fee', 'options_loss'],
    ...['options_profit', 'game_won', 'game_lost', 'quiz_stake', 'quiz_paid', 'mining_lock', 'mining_yield'],
    ...['mining_return', 'mining_penalty', 'invest_buy', 'invest_settled', 'invest_payout', 'invest_refund'],
    ...['ieo_payment', 'ieo_delivery', 'ieo_unlock', 'nft_payment', 'nft_sold', 'nft_royalty', 'nft_margin'],
    ...['nft_margin_back', 'loan_credit', 'loan_repaid', 'demo_grant'],
  ]
  expect(wanted.filter((reason) => !met.has(reason))).toEqual([])
}, 1_800_000)
