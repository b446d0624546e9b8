// Commands on deposits. Each refuses first and writes after. A new deposit holds its amount and waits until the directory confirms the
// product's remaining supply.

import { type Asset, findAsset } from '#domain/catalogue'
import { maturesAt, nextMidnight, redemptionOf } from '#domain/mining/deposit'
import { EARN_WALLET, MINING_SOURCE, type StoredBoost } from '#domain/mining/terms'
import {
  type Amount,
  ZERO,
  add,
  amount as toAmount,
  decodeAmount,
  formatTrimmed,
  readPositive,
} from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { rate } from '#domain/money/rate'
import { type Outcome, done, refuse } from '#domain/outcome'
import { DEPOSITS_LIVE_MAX, type DepositRow } from '#party/protocol/mining'
import type { ClaimAnswer } from '../remote-calls'
import { HOUSE, type LockDeposit, type Mining, change } from './state'
import { advance, payDays } from './daily-yield'
import { notifyDeposit } from './notices'
import { issueReceipt } from './receipt'
import { toRow } from './rows'
import { type Deposit, depositRef } from './store'

/** Wait state of a lock: its deposit number. */
export interface Asked {
  readonly orderNo: number
}

type LockRefused =
  | 'trading_frozen'
  | 'asset_not_found'
  | 'amount_not_positive'
  | 'insufficient_available'
  | 'mining_deposits_above_max'
  | 'mining_user_full'
  | 'mining_terms_changed'
  | 'mining_coupon_not_for_this'
  | 'coupon_not_found'
  | 'coupon_not_available'

interface CheckedLock {
  readonly asset: Asset
  readonly value: Amount
  readonly boost: StoredBoost | null
}

/** Checks a new deposit; a quote and a lock are refused alike. */
export function checkNewLock(mining: Mining, input: LockDeposit, now: number): Outcome<CheckedLock, LockRefused> {
  const { account, deposits } = mining
  const admitted = account.capabilities.permissions.checkTrading()
  const asset = findAsset(account.catalogue, input.assetId)
  const value = readPositive(input.amount)
  if (!admitted.ok) return admitted
  if (!asset) return refuse('asset_not_found')
  if (value === null) return refuse('amount_not_positive')
  if (deposits.live().length >= DEPOSITS_LIVE_MAX)
    return refuse('mining_deposits_above_max', { bound: String(DEPOSITS_LIVE_MAX) })
  if (input.seen !== undefined && input.seen !== input.terms.version) return refuse('mining_terms_changed')
  const userMax = decodeAmount(input.userMax)
  if (add(deposits.lockedIn(input.productId), value) > userMax)
    return refuse('mining_user_full', { max: formatTrimmed(asset, userMax), asset: asset.code })
  const boost = findBoost(mining, input, now)
  if (!boost.ok) return boost
  const available = account.ledger.available(MINING_SOURCE, asset.id)
  const covered = checkAvailable(asset, { available, needed: value })
  return covered.ok ? done({ asset, value, boost: boost.value }) : covered
}

export function lockDeposit(mining: Mining, input: LockDeposit, now: number): Outcome<Asked, LockRefused> {
  const { account, deposits } = mining
  const checked = checkNewLock(mining, input, now)
  if (!checked.ok) return checked
  const { asset, value, boost } = checked.value
  const orderNo = deposits.nextNumber()
  const held = { ref: depositRef(orderNo), wallet: MINING_SOURCE, assetId: asset.id, amount: value } as const
  account.ledger.hold(held, 'mining_hold', now)
  if (boost) account.capabilities.boosts.spend(boost.ref, now)
  const startsAt = nextMidnight(now)
  deposits.touch({
    orderNo,
    productId: input.productId,
    assetId: asset.id,
    amount: value,
    steps: input.steps,
    terms: input.terms,
    boost,
    isRenewed: input.isRenewed,
    state: 'pending',
    left: null,
    acceptedAt: now,
    startsAt,
    maturesAt: maturesAt({ startsAt, days: input.terms.days }),
    term: 1,
    daysPaid: 0,
    daysPaidAll: 0,
    yielded: ZERO,
    penalty: ZERO,
    endedAt: null,
    revision: 0,
    told: 0,
    receiptId: null,
  })
  mining.isStale = true
  return done({ orderNo })
}

function findBoost(
  { account }: Mining,
  { coupon, assetId }: LockDeposit,
  now: number,
): Outcome<StoredBoost | null, 'coupon_not_found' | 'coupon_not_available' | 'mining_coupon_not_for_this'> {
  if (coupon === null) return done(null)
  const found = account.capabilities.boosts.find(coupon, now)
  if (!found.ok) return found
  const { boost, days, principalMax } = found.value
  if (principalMax !== null && principalMax.assetId !== assetId) return refuse('mining_coupon_not_for_this')
  return done({ ref: coupon, boost, days, principalMax: principalMax?.amount ?? null })
}

/** Applies the directory's answer to a claim: the amount moves into the earning wallet, or its hold is released. */
export function applyClaim(mining: Mining, deposit: Deposit, answer: ClaimAnswer, now: number): void {
  const { orderNo, assetId, amount, boost } = deposit
  if (deposit.state !== 'pending') return
  const ref = depositRef(orderNo)
  const { ledger } = mining.account
  if (!answer.isGranted) {
    ledger.release(ref, amount, 'mining_release', now)
    if (boost) mining.account.capabilities.boosts.giveBack(boost.ref, now)
    Object.assign(deposit, { state: 'called_off', left: answer.left, endedAt: now })
    mining.deposits.touch(deposit)
    mining.isStale = true
    return
  }
  const lines = [{ account: `${EARN_WALLET}:available`, assetId, amount }] as const
  const receiptId = issueReceipt(mining, deposit, { now, way: 'begins' })
  ledger.capture({ ref, captured: amount, released: ZERO, reason: 'mining_lock', receiptId, lines }, now)
  ledger.hold({ ref, wallet: EARN_WALLET, assetId, amount }, 'mining_hold', now)
  change(mining, deposit, { state: 'running', receiptId })
}

/** Outcome of a lock once its claim is answered. */
export function lockedOutcome(
  mining: Mining,
  { orderNo }: Asked,
): Outcome<DepositRow, 'mining_sold_out' | 'mining_waiting'> | undefined {
  const deposit = mining.deposits.find(orderNo)
  if (!deposit) throw new Error(`deposit ${orderNo} is kept`)
  if (deposit.state === 'pending') return undefined
  if (deposit.state !== 'called_off') return done(toRow(deposit))
  const asset = findAsset(mining.account.catalogue, deposit.assetId)
  const left = toAmount((deposit.amount / BigInt(deposit.steps)) * BigInt(deposit.left ?? 0))
  return refuse('mining_sold_out', { left: asset ? formatTrimmed(asset, left) : '', asset: asset?.code ?? '' })
}

type RedeemRefused = 'mining_deposit_not_found' | 'mining_not_running' | 'mining_redemption_changed'

/**
 * Ends a deposit early. `penaltyMax` is the penalty shown to the user: a higher penalty is refused. Due days are paid first, so a
 * redemption before the timer loses no day.
 */
export function redeemDeposit(
  mining: Mining,
  { orderNo, penaltyMax }: { readonly orderNo: number; readonly penaltyMax: string | null },
  { now }: { readonly now: number },
): Outcome<DepositRow, RedeemRefused> {
  advance(mining, now)
  const deposit = mining.deposits.find(orderNo)
  if (!deposit) return refuse('mining_deposit_not_found')
  if (deposit.state !== 'running') return refuse('mining_not_running')
  payDays(mining, deposit, now)
  const { assetId, amount, startsAt, terms } = deposit
  const penaltyRatio = rate(BigInt(terms.penaltyRatio))
  const { penalty, back } = redemptionOf({ amount, startsAt, days: terms.days, penaltyRatio }, now)
  const asset = findAsset(mining.account.catalogue, assetId)
  if (penaltyMax !== null && penalty > decodeAmount(penaltyMax))
    return refuse('mining_redemption_changed', {
      penalty: asset ? formatTrimmed(asset, penalty) : '',
      asset: asset?.code ?? '',
    })
  const ref = depositRef(orderNo)
  const { ledger } = mining.account
  const taken = [{ account: HOUSE, assetId, amount: penalty }] as const
  const freed = [{ account: `${MINING_SOURCE}:available`, assetId, amount: back }] as const
  const proven = { ref, released: ZERO, receiptId: issueReceipt(mining, deposit, { now, way: 'redeemed' }) }
  if (penalty > 0n) ledger.capture({ ...proven, captured: penalty, reason: 'mining_penalty', lines: taken }, now)
  if (back > 0n) ledger.capture({ ...proven, captured: back, reason: 'mining_return', lines: freed }, now)
  change(mining, deposit, { state: 'redeemed', penalty, endedAt: now, receiptId: proven.receiptId })
  notifyDeposit(mining, deposit, 'mining_redeemed', now)
  return done(toRow(deposit))
}

/** Sets whether the deposit renews at its end. */
export function setRenewal(
  mining: Mining,
  { orderNo, isRenewed }: { readonly orderNo: number; readonly isRenewed: boolean },
): Outcome<DepositRow, 'mining_deposit_not_found' | 'mining_not_running'> {
  const deposit = mining.deposits.find(orderNo)
  if (!deposit) return refuse('mining_deposit_not_found')
  if (deposit.state !== 'running' && deposit.state !== 'pending') return refuse('mining_not_running')
  Object.assign(deposit, { isRenewed })
  mining.deposits.touch(deposit)
  mining.isStale = true
  return done(toRow(deposit))
}
