// Stories of one account with a level, an inviter and coupons. Bob is the stage's account (10001), Alice his inviter (10002). Its ledger is
// rebuilt at the end. Cold starts between steps: account/waking.ts.

import { expect } from 'vitest'
import type { TradingFigures } from '#party/account/remote-calls'
import type { PeerPost } from '#party/protocol/account-peer'
import type { CouponTerms } from '#domain/promotion/coupon'
import { BTC, NOON, SESSION, type Stage, USDT, order, story } from '../account/stage'

const ALICE = 10_002
/** A little over a minute, since the Market's clock advances with each turn. */
const MINUTE = 61_000
const DAY = 86_400_000

/** Alice's room from Bob's side: received posts, and her level. */
class Alice {
  readonly posts: PeerPost[] = []
  level = 0
  isAway = false
  /** She takes the message, and her answer is lost. */
  losesAnswer = false

  constructor(stage: Stage) {
    stage.askPeer = (peer, post) => {
      if (this.isAway || peer !== ALICE) return Promise.reject(new Error('nobody is there'))
      this.posts.push(post)
      if (this.losesAnswer) return Promise.reject(new Error('the answer was lost'))
      return Promise.resolve({ received: post.seq, reply: { level: this.level } })
    }
  }

  /** Sums of the posted amounts per asset; a message posted twice counts once. */
  get paid(): Record<number, bigint> {
    const bySeq = new Map(this.posts.map((post) => [post.seq, post]))
    const sums: Record<number, bigint> = {}
    for (const { message } of bySeq.values())
      for (const { assetId, amount } of message.parts) sums[assetId] = (sums[assetId] ?? 0n) + BigInt(amount)
    return sums
  }
}

const invite = (stage: Stage, inviterLevel = 0) =>
  stage.tell<'set_inviter'>({ type: 'set_inviter', inviterId: ALICE, inviterLevel })

/** Bob buys 0.01 BTC for 600 USDT as a taker: the full fee is 2,000 satoshi. */
async function buy(stage: Stage): Promise<string> {
  const placed = await stage.place(order())
  if (!placed.ok || !placed.value[0]?.ok) throw new Error('the order stands')
  const { orderNo } = placed.value[0].value
  stage.clerk.fill(orderNo, { ticks: 600_000, lots: 1_000, fee: '2000', role: 'taker' })
  stage.clerk.close(orderNo, 'filled')
  await stage.deliver()
  const filled = await stage.ask<'spot_order'>({ type: 'spot_order', order: { orderNo } })
  return filled.ok ? filled.value.fee : ''
}

/** Bob sells 0.01 BTC for 600 USDT. */
async function sell(stage: Stage): Promise<void> {
  const placed = await stage.place(order({ side: 'sell' }))
  if (!placed.ok || !placed.value[0]?.ok) throw new Error('the order stands')
  const { orderNo } = placed.value[0].value
  stage.clerk.fill(orderNo, { ticks: 600_000, lots: 1_000, fee: '1200000', role: 'taker' })
  stage.clerk.close(orderNo, 'filled')
  await stage.deliver()
}

/** Bob sells 1 BTC at 60,000 USDT; the full fee is 120 USDT. */
async function sellWhole(stage: Stage): Promise<void> {
  const placed = await stage.place(order({ side: 'sell', lots: 100_000 }))
  if (!placed.ok || !placed.value[0]?.ok) throw new Error('the order stands')
  const { orderNo } = placed.value[0].value
  stage.clerk.fill(orderNo, { ticks: 600_000, lots: 100_000, fee: '120000000', role: 'taker' })
  stage.clerk.close(orderNo, 'filled')
  await stage.deliver()
}

const sumOf = async (stage: Stage, account: string, assetId: number): Promise<string> =>
  (await stage.verify()).accounts.find((row) => row.account === account && row.assetId === assetId)?.amount ?? '0'

const standing = async (stage: Stage) => {
  const told = await stage.ask<'standing'>({ type: 'standing' })
  return told.ok ? told.value : null
}

/** Rings the alarm until nothing is due within `ms`. */
async function pass(stage: Stage, ms: number): Promise<void> {
  const until = stage.now + ms
  for (let rings = 0; rings < 20 && stage.alarmAt !== null && stage.alarmAt <= until; rings += 1) await stage.ring()
  stage.now = Math.max(stage.now, until)
}

story('Bob pays 2,000 satoshi and a fifth of it goes to Alice a minute later, in one message', async (stage) => {
  const alice = new Alice(stage)
  await invite(stage)
  await buy(stage)
  expect(await sumOf(stage, '@fees', BTC.id)).toBe('1600')
  expect(await sumOf(stage, `@rebate:${ALICE}`, BTC.id)).toBe('400')
  expect(alice.posts).toEqual([])

  await pass(stage, MINUTE)
  expect(alice.paid).toEqual({ [BTC.id]: 400n })
  expect(await sumOf(stage, `@rebate:${ALICE}`, BTC.id)).toBe('0')
  expect(await sumOf(stage, `@transit:${ALICE}`, BTC.id)).toBe('400')
  expect((await stage.verify()).undelivered).toBe(0)
})

story('What Bob pays in BTC and USDT within a minute is one message with two parts', async (stage) => {
  const alice = new Alice(stage)
  await invite(stage)
  await buy(stage)
  await sellWhole(stage)
  await pass(stage, MINUTE)
  expect(alice.posts.map(({ seq, message }) => [seq, message])).toEqual([
    [
      1,
      {
        type: 'rebate',
        parts: [
          { assetId: BTC.id, amount: '400' },
          { assetId: USDT.id, amount: '24000000' },
        ],
      },
    ],
  ])
})

story('Alice’s level sets the share of the rebates after the message in which she says it', async (stage) => {
  const alice = new Alice(stage)
  await invite(stage)
  alice.level = 3
  await buy(stage)
  await pass(stage, MINUTE)
  expect(alice.paid).toEqual({ [BTC.id]: 400n })
  await sellWhole(stage)
  await pass(stage, MINUTE)
  // Thirty percent of 120 USDT.
  expect(alice.paid).toEqual({ [BTC.id]: 400n, [USDT.id]: 36_000_000n })
})

story(
  'While Alice’s room is away nothing is lost; when her answer is lost she is told again and paid once',
  async (stage) => {
    const alice = new Alice(stage)
    await invite(stage)
    await buy(stage)
    alice.isAway = true
    await pass(stage, 2 * MINUTE)
    expect(await stage.verify()).toMatchObject({ undelivered: 1, owedToPeers: [{ assetId: BTC.id, amount: '400' }] })
    alice.isAway = false
    alice.losesAnswer = true
    await pass(stage, 2 * MINUTE)
    alice.losesAnswer = false
    await pass(stage, 2 * MINUTE)
    expect((await stage.verify()).undelivered).toBe(0)
    expect(alice.posts.length > 1 && alice.posts.every(({ seq }) => seq === 1)).toBe(true)
    expect(alice.paid).toEqual({ [BTC.id]: 400n })
  },
)

story('A crash between the fee and the rebate changes neither', async (stage) => {
  const alice = new Alice(stage)
  await invite(stage)
  await buy(stage)
  stage.die()
  expect(await sumOf(stage, `@rebate:${ALICE}`, BTC.id)).toBe('400')
  await pass(stage, MINUTE)
  stage.die()
  await pass(stage, MINUTE)
  expect(alice.paid).toEqual({ [BTC.id]: 400n })
})

story(
  'An inviter is set once, and when the invitation was Bob’s own, what was not sent stays with the house',
  async (stage) => {
    new Alice(stage)
    expect(await invite(stage)).toEqual({ isSet: true })
    expect(await stage.tell<'set_inviter'>({ type: 'set_inviter', inviterId: 10_003, inviterLevel: 5 })).toEqual({ isSet: false }) // prettier-ignore
    await buy(stage)
    expect(await stage.tell<'drop_inviter'>({ type: 'drop_inviter' })).toEqual({ isDropped: true })
    expect(await sumOf(stage, '@fees', BTC.id)).toBe('2000')
    expect(await sumOf(stage, `@rebate:${ALICE}`, BTC.id)).toBe('0')
  },
)

story(
  'A rebate is posted once, however often it comes, and one that comes too early waits for the one before',
  async (stage) => {
    const post = (seq: number, amount: string): PeerPost => ({
      from: 10_777,
      seq,
      message: { type: 'rebate', parts: [{ assetId: BTC.id, amount }] },
    })
    expect(await stage.receive(post(2, '50'))).toMatchObject({ received: 0 })
    expect(await stage.receive(post(1, '400'))).toMatchObject({ received: 1 })
    expect(await stage.receive(post(1, '400'))).toMatchObject({ received: 1 })
    expect(await stage.receive(post(2, '50'))).toMatchObject({ received: 2 })
    expect(await stage.balances()).toMatchObject({ 'change:1': ['100000450', '0'] })
    expect(await sumOf(stage, '@transit:10777', BTC.id)).toBe('-450')
    const earned = await stage.ask<'rebates'>({ type: 'rebates' })
    expect(earned).toMatchObject({ value: [{ assetId: BTC.id, amount: '450' }] })
    await pass(stage, DAY)
    const inbox = await stage.ask<'messages'>({ type: 'messages', kinds: null, page: 1, limit: 10 })
    expect(inbox).toMatchObject({
      value: { rows: [{ kind: 'rebate_received', facts: { amount: '0.0000045', asset: 'BTC' } }] },
    })
  },
)

story(
  'Bob sells for 60,000 USDT and is on level 1: the next fee is a tenth lower, and the directory and he hear of it',
  async (stage) => {
    const told: TradingFigures[] = []
    stage.reportFigures = (shown) => Promise.resolve(void told.push(shown))
    await sellWhole(stage)
    expect(await standing(stage)).toMatchObject({ level: 1, volume: '6000000000000' })
    expect(await buy(stage)).toBe('1800')
    await pass(stage, MINUTE)
    expect(told.at(-1)).toMatchObject({ userId: 10_001, level: 1 })
    const inbox = await stage.ask<'messages'>({ type: 'messages', kinds: ['vip_level_changed'], page: 1, limit: 10 })
    expect(inbox).toMatchObject({ value: { rows: [{ facts: { vip: '1' } }] } })
  },
)

story('Thirty days later the volume is gone and so is the level', async (stage) => {
  const told: number[] = []
  stage.reportFigures = ({ level }) => Promise.resolve(void told.push(level))
  await stage.tell({ type: 'open_session', sessionId: SESSION, expiresAt: NOON + 60 * DAY, device: 'a phone' })
  await sellWhole(stage)
  for (let day = 0; day < 29; day += 1) await pass(stage, DAY)
  expect(await standing(stage)).toMatchObject({ level: 1 })
  await pass(stage, DAY)
  expect(await standing(stage)).toMatchObject({ level: 0, volume: '0' })
  expect(told.at(-1)).toBe(0)
})

const HALF_FOR_A_WEEK: CouponTerms = { kind: 'fee_discount', discount: '50000000', days: 7, savingMax: null }
const grant = (stage: Stage, ref: string, terms: CouponTerms, expiresAt = NOON + 30 * DAY) =>
  stage.tell<'grant_coupon'>({ type: 'grant_coupon', ref, couponId: 7, terms, expiresAt })
const use = (stage: Stage, ref: string, commandId = stage.commandId()) =>
  stage.ask<'use_coupon'>({ type: 'use_coupon', commandId, ref })
const stateOf = async (stage: Stage, ref: string) => {
  const coupons = await stage.ask<'coupons'>({ type: 'coupons' })
  return coupons.ok ? coupons.value.find((row) => row.ref === ref)?.state : ''
}

story('A coupon halves Bob’s fees from its use for seven days, and Alice’s share with them', async (stage) => {
  const alice = new Alice(stage)
  await invite(stage)
  await grant(stage, 'coupon:7:10001', HALF_FOR_A_WEEK)
  expect(await buy(stage)).toBe('2000')
  expect(await use(stage, 'coupon:7:10001')).toMatchObject({
    ok: true,
    value: { state: 'active', endsAt: NOON + 7 * DAY },
  })
  // Bob has 400 USDT left: a smaller purchase.
  const placed = await stage.place(order({ lots: 500 }))
  expect(placed.ok).toBe(true)
  stage.clerk.fill(2, { ticks: 600_000, lots: 500, fee: '1000', role: 'taker' })
  stage.clerk.close(2, 'filled')
  await stage.deliver()
  expect(await stage.ask<'spot_order'>({ type: 'spot_order', order: { orderNo: 2 } })).toMatchObject({
    value: { fee: '500' },
  })
  await pass(stage, MINUTE)
  expect(alice.paid).toEqual({ [BTC.id]: 500n })
  await pass(stage, 7 * DAY)
  expect(await stateOf(stage, 'coupon:7:10001')).toBe('used')
  expect((await standing(stage))?.coupon).toBeNull()
})

story('A coupon that may save 0.3 USDT saves that and is used up', async (stage) => {
  await grant(stage, 'coupon:8:10001', { ...HALF_FOR_A_WEEK, savingMax: '30000000' })
  await use(stage, 'coupon:8:10001')
  // Half of 2,000 satoshi is worth 0.6 USDT; 0.3 USDT are 500 satoshi.
  expect(await buy(stage)).toBe('1500')
  expect(await stateOf(stage, 'coupon:8:10001')).toBe('used')
})

story(
  'A bonus of 10 USDT comes from the house into the spot wallet once, also when the command is repeated',
  async (stage) => {
    await grant(stage, 'coupon:9:10001', { kind: 'trial_bonus', assetId: USDT.id, amount: '10000000' })
    const first = await use(stage, 'coupon:9:10001', 'take-bonus')
    expect(first).toMatchObject({ ok: true, value: { state: 'used' } })
    expect(await use(stage, 'coupon:9:10001', 'take-bonus')).toEqual(first)
    expect(await use(stage, 'coupon:9:10001')).toMatchObject({ refusal: { code: 'coupon_not_available' } })
    expect(await stage.balances()).toMatchObject({ 'change:3': ['1010000000', '0'] })
    expect(await sumOf(stage, '@house', USDT.id)).toBe('-10000000')
  },
)

story(
  'A coupon is given once per claim, refused when unknown, when its time is over, or while another counts',
  async (stage) => {
    expect(await grant(stage, 'coupon:7:10001', HALF_FOR_A_WEEK)).toEqual({ isGranted: true })
    expect(await grant(stage, 'coupon:7:10001', HALF_FOR_A_WEEK)).toEqual({ isGranted: false })
    await grant(stage, 'coupon:8:10001', HALF_FOR_A_WEEK)
    await grant(stage, 'coupon:9:10001', HALF_FOR_A_WEEK, NOON + DAY)
    await grant(stage, 'coupon:6:10001', { kind: 'rate_boost', boost: '100000', days: 7, principalMax: null })
    expect(await use(stage, 'coupon:1:10001')).toMatchObject({ refusal: { code: 'coupon_not_found' } })
    expect(await use(stage, 'coupon:6:10001')).toMatchObject({ refusal: { code: 'coupon_needs_product' } })
    expect(await use(stage, 'coupon:7:10001')).toMatchObject({ ok: true })
    expect(await use(stage, 'coupon:8:10001')).toMatchObject({ refusal: { code: 'coupon_already_active' } })
    await pass(stage, DAY)
    expect(await stateOf(stage, 'coupon:9:10001')).toBe('expired')
    expect(await use(stage, 'coupon:9:10001')).toMatchObject({ refusal: { code: 'coupon_not_available' } })
    expect(await stateOf(stage, 'coupon:6:10001')).toBe('available')
  },
)

story(
  'A ticket that is open hears of the coupon that Bob uses elsewhere, of what it spares, and of the level that he reaches',
  async (stage) => {
    const fees = () => stage.heard.flatMap((message) => (message.promotion ? [message.promotion] : [])).at(-1)
    stage.isHeard = true
    await grant(stage, 'coupon:1', { ...HALF_FOR_A_WEEK, savingMax: '100000000' })
    await use(stage, 'coupon:1')
    expect(fees()).toMatchObject({ level: 0, coupon: { discount: '50000000', left: '100000000' } })
    await buy(stage)
    // Half of the 1.2 USDT that the fee is worth.
    expect(fees()?.coupon?.left).toBe('40000000')
    await sellWhole(stage)
    expect(fees()).toEqual({ level: 1, coupon: null })
  },
)

story(
  'What is the account’s own is left to be sent once, soon and outside any turn, by the ways that Bob wants',
  async (stage) => {
    const owed: number[] = []
    stage.oweNotices = (account) => Promise.resolve(void owed.push(account))
    const take = () => stage.tell<'take_notices'>({ type: 'take_notices' })
    const prefer = (channels: readonly ('mail' | 'sms' | 'push')[]) =>
      stage.ask<'set_message_preferences'>({
        type: 'set_message_preferences',
        commandId: stage.commandId(),
        preferences: [{ kind: 'order_filled', channels }],
      })
    // The default channel is push, and Bob has no push subscription.
    await buy(stage)
    await pass(stage, MINUTE)
    expect(owed).toEqual([])

    await prefer(['mail'])
    await sell(stage)
    expect(owed).toEqual([])
    await pass(stage, MINUTE)
    expect(owed).toEqual([10_001])
    const facts = { side: 'buy', pair: 'BTC/USDT', amount: '0.01', asset: 'BTC', total: '600', quote: 'USDT' }
    const { notices } = await take()
    // The first notice was stored while no channel was available; it is sent now.
    expect(notices).toMatchObject([
      { kind: 'order_filled', channels: ['mail'], facts },
      { kind: 'order_filled', channels: ['mail'], facts: { ...facts, side: 'sell', order: '2' } },
    ])
    expect(await take()).toEqual({ notices: [], subscriptions: [] })
    await pass(stage, MINUTE)
    expect(owed).toHaveLength(1)

    // The directory is unreachable: the notice is retried a minute later.
    stage.oweNotices = () => Promise.reject(new Error('the directory is away'))
    await buy(stage)
    await pass(stage, 10_000)
    stage.oweNotices = (account) => Promise.resolve(void owed.push(account))
    await pass(stage, 2 * MINUTE)
    expect(owed).toHaveLength(2)
    // Messages read in the app meanwhile, or older than an hour, are no longer sent.
    await stage.ask<'read_all_messages'>({ type: 'read_all_messages', commandId: stage.commandId() })
    expect((await take()).notices).toEqual([])
    await sell(stage)
    stage.now += 2 * 60 * MINUTE
    expect((await take()).notices).toEqual([])
  },
)
