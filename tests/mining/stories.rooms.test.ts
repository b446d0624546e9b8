// Locked deposits in one account, day by day. Cold starts between steps: account/waking.ts.

import { expect } from 'vitest'
import type { AskedClaim, ClaimAnswer } from '#party/account/remote-calls'
import type { AccountRequests } from '#party/protocol/account'
import type { DepositRow } from '#party/protocol/mining'
import { DAY_MS } from '#domain/time'
import { NOON, type Stage, USDT, scene, story } from '../account/stage'

type Lock = Omit<AccountRequests['lock_deposit'], 'type' | 'commandId'>
const MIDNIGHT = NOON + DAY_MS / 2

/** 100 USDT for five days at 0.3 % a day, redemption fee 0.4 % per remaining day, paid at 08:00; `differs` overrides fields. */
const lock = (differs: Partial<Lock> = {}): Lock => ({
  productId: 2,
  assetId: USDT.id,
  amount: '100000000',
  steps: 100,
  userMax: '500000000',
  terms: { version: 'v1', days: 5, dailyRate: '300000', penaltyRatio: '400000', payMinute: 480 },
  coupon: null,
  isRenewed: false,
  ...differs,
})

/** Locks, and lets the directory be asked. */
async function lockIn(stage: Stage, differs: Partial<Lock> = {}) {
  const commandId = stage.commandId()
  const asked = { type: 'lock_deposit', commandId, ...lock(differs) } as const
  const answer = stage.ask(asked)
  await new Promise((resolve) => setTimeout(resolve, 0))
  for (let count = 0; count < 4 && stage.alarmAt !== null && stage.alarmAt <= stage.now; count += 1) await stage.ring()
  void answer.catch(() => null)
  return stage.ask(asked)
}

/** Advances the clock; alarms ring when due. */
async function until(stage: Stage, at: number) {
  for (let count = 0; count < 60 && stage.alarmAt !== null && stage.alarmAt <= at; count += 1) await stage.ring()
  stage.now = Math.max(stage.now, at)
}

/** Wakes the room after downtime: one late alarm. */
async function wakeLate(stage: Stage, at: number) {
  stage.now = at
  for (let count = 0; count < 6 && stage.alarmAt !== null && stage.alarmAt <= at; count += 1) await stage.ring()
}

async function find(stage: Stage, orderNo = 1): Promise<DepositRow> {
  const found = await stage.ask({ type: 'mining_deposit', orderNo })
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value
}

async function bills(stage: Stage): Promise<string[]> {
  const any = { wallet: null, assetId: null, reason: null, from: null, until: null }
  const found = await stage.ask({ type: 'bills', ...any, page: 1, limit: 100 })
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value.rows
    .filter(({ reason }) => reason.startsWith('mining'))
    .map(({ reason, value, at, wallet }) => `${new Date(at).toISOString().slice(5, 16)} ${wallet} ${reason} ${value}`)
    .reverse()
}

/** Reasons of bills with their receipts, newest first. */
async function proofs(stage: Stage) {
  const any = { wallet: null, assetId: null, reason: null, from: null, until: null }
  const found = await stage.ask({ type: 'bills', ...any, page: 1, limit: 100 })
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value.rows
    .filter(({ reason }) => reason.startsWith('mining'))
    .map(({ reason, receiptId }) => [reason, receiptId] as const)
}

const yields = async (stage: Stage, orderNo = 1) => {
  const found = await stage.ask({ type: 'mining_yields', orderNo, page: 1, limit: 100 })
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value.rows.map(({ day, amount }) => `${new Date(day * DAY_MS).toISOString().slice(5, 10)} ${amount}`)
}

const FIVE_DAYS = [
  '11-21T12:00 change mining_lock -100000000',
  '11-21T12:00 earn mining_lock 100000000',
  '11-22T08:00 change mining_yield 300000',
  '11-23T08:00 change mining_yield 300000',
  '11-24T08:00 change mining_yield 300000',
  '11-25T08:00 change mining_yield 300000',
  '11-26T08:00 change mining_yield 300000',
  '11-27T00:00 earn mining_return -100000000',
  '11-27T00:00 change mining_return 100000000',
]

story('Alice locks 100 USDT: five days yield, then the principal is back', async (stage) => {
  const locked = await lockIn(stage)
  expect(locked).toMatchObject({ ok: true, value: { state: 'running', startsAt: MIDNIGHT, term: 1 } })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['900000000', '0'], 'earn:3': ['0', '100000000'] })
  expect(stage.dues.get(1)).toMatchObject({
    isLive: true,
    principal: '100000000',
    yields: '1500000',
    dueAt: MIDNIGHT + 5 * DAY_MS,
  })
  await until(stage, MIDNIGHT + DAY_MS / 4)
  expect(await yields(stage)).toEqual([])
  await until(stage, MIDNIGHT + DAY_MS / 3)
  expect(await yields(stage)).toEqual(['11-22 300000'])
  await until(stage, MIDNIGHT + 6 * DAY_MS)
  expect(await find(stage)).toMatchObject({
    state: 'returned',
    daysPaid: 5,
    yielded: '1500000',
    endedAt: MIDNIGHT + 5 * DAY_MS,
  })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['1001500000', '0'] })
  expect(await bills(stage)).toEqual(FIVE_DAYS)
  expect(stage.dues.get(1)).toMatchObject({ isLive: false })
  return [await yields(stage), await stage.balances()]
})

story('one receipt says what each day pays, and every yield names it, also after a renewal', async (stage) => {
  await lockIn(stage, { isRenewed: true })
  const { receiptId } = await find(stage)
  stage.offers = new Map([[2, 'v1']])
  await until(stage, MIDNIGHT + 7.5 * DAY_MS)
  expect(await find(stage)).toMatchObject({ term: 2, daysPaid: 3, receiptId })
  const yielded = (await proofs(stage)).filter(([reason]) => reason === 'mining_yield')
  expect(yielded).toEqual(Array.from({ length: 8 }, () => ['mining_yield', receiptId]))
  const redeem = { type: 'redeem_deposit', commandId: stage.commandId(), orderNo: 1, penaltyMax: null } as const
  await stage.ask(redeem)
  const redeemed = (await find(stage)).receiptId
  expect((await proofs(stage)).slice(0, 2).map(([reason, id]) => [reason, id === redeemed])).toEqual([
    ['mining_return', true],
    ['mining_return', true],
  ])
  await until(stage, MIDNIGHT + 8 * DAY_MS)
  expect([receiptId, redeemed].map((id) => stage.receipts.get(id ?? ''))).toMatchObject([
    { rule: 'mining-1', daily: '300000', redemption: null },
    { rule: 'mining-1', daily: '300000', redemption: { daysLeft: 3, penalty: '1200000', back: '98800000' } },
  ])
  return stage.balances()
})

story(
  'a room that was down for weeks catches up day by day, each entry dated by its day, and never twice',
  async (stage) => {
    await lockIn(stage)
    await wakeLate(stage, MIDNIGHT + 20 * DAY_MS)
    expect(await bills(stage)).toEqual(FIVE_DAYS)
    await wakeLate(stage, MIDNIGHT + 21 * DAY_MS)
    expect(await bills(stage)).toEqual(FIVE_DAYS)
    return yields(stage)
  },
)

story('an early redemption takes 0.4 % for each day left, and nothing is paid after it', async (stage) => {
  await lockIn(stage)
  await until(stage, MIDNIGHT + 2 * DAY_MS)
  expect(await yields(stage)).toHaveLength(2)
  const commandId = stage.commandId()
  const redeem = { type: 'redeem_deposit', commandId, orderNo: 1, penaltyMax: '1200000' } as const
  expect(await stage.ask(redeem)).toMatchObject({ ok: true, value: { state: 'redeemed', penalty: '1200000' } })
  expect(await stage.ask(redeem)).toMatchObject({ ok: true, value: { state: 'redeemed' } })
  const again = { ...redeem, commandId: stage.commandId() }
  expect(await stage.ask(again)).toMatchObject({ refusal: { code: 'mining_not_running' } })
  await until(stage, MIDNIGHT + 9 * DAY_MS)
  expect(await stage.balances()).toMatchObject({ 'change:3': ['999400000', '0'] })
  return bills(stage)
})

story('days that are due and not paid yet are paid before a redemption', async (stage) => {
  await lockIn(stage)
  stage.now = MIDNIGHT + 2.5 * DAY_MS
  const redeem = { type: 'redeem_deposit', commandId: stage.commandId(), orderNo: 1, penaltyMax: null } as const
  // Two days are over, and the third was paid this morning.
  expect(await stage.ask(redeem)).toMatchObject({ ok: true, value: { penalty: '1200000', yielded: '900000' } })
  return stage.balances()
})

story('who saw a lower penalty is asked again: a renewed term counts its own days', async (stage) => {
  stage.offers = new Map([[2, 'v1']])
  await lockIn(stage, { isRenewed: true })
  await until(stage, MIDNIGHT + 5 * DAY_MS + 1)
  expect(await find(stage)).toMatchObject({ state: 'running', term: 2, startsAt: MIDNIGHT + 5 * DAY_MS, daysPaid: 0 })
  // On the last evening 0.4 USDT was shown; after midnight it is 2 USDT.
  const shown = { type: 'redeem_deposit', commandId: stage.commandId(), orderNo: 1, penaltyMax: '400000' } as const
  expect(await stage.ask(shown)).toMatchObject({
    refusal: { code: 'mining_redemption_changed', facts: { penalty: '2', asset: 'USDT' } },
  })
  const seen = { ...shown, commandId: stage.commandId(), penaltyMax: '2000000' }
  expect(await stage.ask(seen)).toMatchObject({ ok: true, value: { penalty: '2000000', yielded: '1500000' } })
  return stage.balances()
})

story(
  'renewals that were missed are made up for in order, and end when the terms are offered no more',
  async (stage) => {
    stage.offers = new Map([[2, 'v1']])
    await lockIn(stage, { isRenewed: true })
    await wakeLate(stage, MIDNIGHT + 12 * DAY_MS)
    expect(await find(stage)).toMatchObject({ state: 'running', term: 3, daysPaid: 2 })
    expect(await yields(stage)).toHaveLength(12)
    stage.offers = new Map([[2, 'v2']])
    await until(stage, MIDNIGHT + 20 * DAY_MS)
    expect(await find(stage)).toMatchObject({ state: 'returned', term: 3, endedAt: MIDNIGHT + 15 * DAY_MS })
    return [await bills(stage), await stage.balances()]
  },
)

story(
  'while the directory cannot say what is offered, a deposit that is over waits, and is redeemed for nothing',
  async (stage) => {
    await lockIn(stage, { isRenewed: true })
    stage.miningOffers = () => Promise.reject(new Error('the directory is away'))
    await until(stage, MIDNIGHT + 5 * DAY_MS + 60_000)
    expect(await find(stage)).toMatchObject({ state: 'running', daysPaid: 5, term: 1 })
    const redeem = { type: 'redeem_deposit', commandId: stage.commandId(), orderNo: 1, penaltyMax: '0' } as const
    expect(await stage.ask(redeem)).toMatchObject({ ok: true, value: { state: 'redeemed', penalty: '0' } })
    return stage.balances()
  },
)

story('renewal can be chosen and unchosen until the last day', async (stage) => {
  stage.offers = new Map([[2, 'v1']])
  await lockIn(stage)
  const change = (isRenewed: boolean) =>
    stage.ask({ type: 'set_deposit_renewal', commandId: stage.commandId(), orderNo: 1, isRenewed })
  expect(await change(true)).toMatchObject({ ok: true, value: { isRenewed: true } })
  expect(await change(false)).toMatchObject({ ok: true, value: { isRenewed: false } })
  await until(stage, MIDNIGHT + 6 * DAY_MS)
  expect(await find(stage)).toMatchObject({ state: 'returned' })
  expect(await change(true)).toMatchObject({ refusal: { code: 'mining_not_running' } })
  return stage.balances()
})

story('of a product that is sold out nothing is locked: the amount and the coupon are at hand again', async (stage) => {
  await grantBoost(stage)
  stage.claimSupply = () => Promise.resolve({ isGranted: false, refusal: 'sold_out', left: 7 })
  expect(await lockIn(stage, { coupon: 'boost:1' })).toMatchObject({
    refusal: { code: 'mining_sold_out', facts: { left: '7', asset: 'USDT' } },
  })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['1000000000', '0'] })
  expect(await stage.ask({ type: 'mining_deposit', orderNo: 1 })).toMatchObject({
    refusal: { code: 'mining_deposit_not_found' },
  })
  const listed = await stage.ask({ type: 'mining_deposits', stage: 'all', page: 1, limit: 10 })
  expect(listed).toMatchObject({ value: { rows: [], total: 0 } })
  expect(await stage.ask({ type: 'mining_boosts' })).toMatchObject({ value: [{ ref: 'boost:1' }] })
  return bills(stage)
})

story('the claim is made under one reference, however often the directory has to be asked', async (stage) => {
  const asked: AskedClaim[] = []
  let isAway = true
  stage.claimSupply = (claim): Promise<ClaimAnswer> => {
    asked.push(claim)
    return isAway ? Promise.reject(new Error('away')) : Promise.resolve({ isGranted: true, no: 1, upTo: 100 })
  }
  const answer = stage.ask({ type: 'lock_deposit', commandId: 'lock', ...lock() })
  await new Promise((resolve) => setTimeout(resolve, 0))
  void answer.catch(() => null)
  await stage.ring()
  expect(await stage.balances()).toMatchObject({ 'change:3': ['900000000', '100000000'] })
  expect(await find(stage)).toMatchObject({ state: 'pending' })
  expect(
    await stage.ask({ type: 'redeem_deposit', commandId: 'too-soon', orderNo: 1, penaltyMax: null }),
  ).toMatchObject({
    refusal: { code: 'mining_not_running' },
  })
  isAway = false
  await stage.ring()
  expect(await find(stage)).toMatchObject({ state: 'running', acceptedAt: NOON, startsAt: MIDNIGHT })
  expect(new Set(asked.map((claim) => JSON.stringify(claim)))).toEqual(
    new Set([JSON.stringify({ product: 'mining', item: '2', ref: '10001:mining:1', quantity: 100, at: NOON })]),
  )
  return stage.balances()
})

const grantBoost = (stage: Stage, differs: { assetId?: number } = {}) =>
  stage.tell({
    type: 'grant_coupon',
    ref: 'boost:1',
    couponId: 1,
    terms: {
      kind: 'rate_boost',
      boost: '100000',
      days: 2,
      principalMax: { assetId: differs.assetId ?? USDT.id, amount: '50000000' },
    },
    expiresAt: NOON + 30 * DAY_MS,
  })

story('terms that its user has seen are locked in; of others that came meanwhile nothing is', async (stage) => {
  const other = { ...lock().terms, version: 'v2', dailyRate: '1' }
  const command = { type: 'lock_deposit', commandId: 'seen', ...lock({ seen: 'v1' }) } as const
  await lockIn(stage, { seen: 'v1' })
  expect(await stage.ask({ ...command, terms: other })).toMatchObject({ refusal: { code: 'mining_terms_changed' } })
  expect(await find(stage)).toMatchObject({ state: 'running', terms: { version: 'v1' } })
  return stage.balances()
})

story('a boost adds to the first days, for the part that it covers, and is used up', async (stage) => {
  await grantBoost(stage)
  await lockIn(stage, { coupon: 'boost:1' })
  expect(stage.dues.get(1)).toMatchObject({ yields: '1600000' })
  expect(await stage.ask({ type: 'mining_boosts' })).toMatchObject({ value: [] })
  expect(await lockIn(stage, { coupon: 'boost:1' })).toMatchObject({ refusal: { code: 'coupon_not_available' } })
  await until(stage, MIDNIGHT + 6 * DAY_MS)
  expect(await yields(stage)).toEqual(['11-26 300000', '11-25 300000', '11-24 300000', '11-23 350000', '11-22 350000'])
  return stage.balances()
})

scene('what cannot be is refused by name and holds nothing', async (stage) => {
  await grantBoost(stage, { assetId: 1 })
  const ask = (differs: Partial<Lock>) =>
    stage.ask({ type: 'lock_deposit', commandId: stage.commandId(), ...lock(differs) })
  expect(await ask({ assetId: 77 })).toMatchObject({ refusal: { code: 'asset_not_found' } })
  expect(await ask({ amount: '0' })).toMatchObject({ refusal: { code: 'amount_not_positive' } })
  expect(await ask({ amount: '500000001' })).toMatchObject({
    refusal: { code: 'mining_user_full', facts: { max: '500' } },
  })
  expect(await ask({ seen: 'v0' })).toMatchObject({ refusal: { code: 'mining_terms_changed' } })
  expect(await ask({ coupon: 'none' })).toMatchObject({ refusal: { code: 'coupon_not_found' } })
  expect(await ask({ coupon: 'boost:1' })).toMatchObject({ refusal: { code: 'mining_coupon_not_for_this' } })
  expect(await ask({ amount: '2000000000', userMax: '9000000000' })).toMatchObject({
    refusal: { code: 'insufficient_available' },
  })
  await stage.tell({ type: 'freeze', revision: 1, trading: true, withdrawals: false })
  expect(await ask({})).toMatchObject({ refusal: { code: 'trading_frozen' } })
  const redeem = (orderNo: number) =>
    stage.ask({ type: 'redeem_deposit', commandId: stage.commandId(), orderNo, penaltyMax: null })
  expect(await redeem(1)).toMatchObject({ refusal: { code: 'mining_deposit_not_found' } })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['1000000000', '0'] })
  expect(await stage.ask({ type: 'mining_deposits', stage: 'all', page: 1, limit: 10 }, 'nobody')).toMatchObject({
    refusal: { code: 'session_ended' },
  })
})

scene('who has waited long for the directory is told that the deposit is being booked', async (stage) => {
  stage.claimSupply = () => Promise.reject(new Error('away'))
  const answer = stage.ask({ type: 'lock_deposit', commandId: 'lock', ...lock() })
  await new Promise((resolve) => setTimeout(resolve, 0))
  stage.now += 9_000
  stage.runTimeouts(2_000)
  expect(await answer).toMatchObject({ refusal: { code: 'mining_waiting' } })
  expect(await find(stage)).toMatchObject({ state: 'pending' })
})

scene(
  'after days without a wake a redemption pays every day that is due, however many deposits wait for theirs',
  async (stage) => {
    const terms = { ...lock().terms, days: 10 }
    const ask = () => {
      const small = lock({ amount: '1000000', steps: 1, terms })
      return stage.ask({ type: 'lock_deposit', commandId: stage.commandId(), ...small })
    }
    for (let count = 0; count < 100; count += 1) void ask().catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, 0))
    await stage.ring()
    await stage.ring()
    stage.now = MIDNIGHT + 5 * DAY_MS
    const redeemed = await stage.ask({ type: 'redeem_deposit', commandId: 'last', orderNo: 100, penaltyMax: null })
    // Five days are paid, and five are left at 0.4 % each.
    expect(redeemed).toMatchObject({ ok: true, value: { daysPaid: 5, yielded: '15000', penalty: '20000' } })
  },
)

scene('at most a hundred deposits run at once', async (stage) => {
  const ask = () =>
    stage.ask({ type: 'lock_deposit', commandId: stage.commandId(), ...lock({ amount: '1000000', steps: 1 }) })
  for (let count = 0; count < 100; count += 1) void ask().catch(() => null)
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(await ask()).toMatchObject({ refusal: { code: 'mining_deposits_above_max', facts: { bound: '100' } } })
  await stage.ring()
  await stage.ring()
  const listed = await stage.ask({ type: 'mining_deposits', stage: 'live', page: 1, limit: 100 })
  expect(listed).toMatchObject({ value: { total: 100 } })
})
