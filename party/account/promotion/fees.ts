// The fee of a fill: what the user's level and coupon leave of it, what the inviter gets of that, and what it adds to the volume.
// All of it is told by the fill and by what is saved, never by a clock: a fill that is heard of again comes to the same.

import type { Asset, Pair } from '#domain/catalogue'
import { type Amount, ZERO, negate, subtract } from '#domain/money/amount'
import { parseUsdt } from '#domain/money/valuation'
import { chargeFee, fillValue, rebateOf, worth } from '#domain/promotion/fee'
import { nextDayAt, vipLevel } from '#domain/promotion/vip'
import type { AccountBook } from '../book'
import type { Line } from '../ledger'
import { rebateAccount } from './rebates'

/** Rebates of so long go to the inviter together. */
const REBATE_EVERY_MS = 60_000

export interface FilledFee {
  readonly pair: Pair
  readonly receivedAsset: Asset
  readonly received: Amount
  /** What the Market charges everybody. */
  readonly full: Amount
  readonly quote: Amount
  /** Price in USDT of what the pair is quoted in, for pairs that are quoted in something else; absent while nobody knows it. */
  readonly quotePrice: string | undefined
  readonly at: number
}

/** Answers what is charged and the lines that say where it goes; counts all that follows from it. */
export function takeFee(book: AccountBook, fill: FilledFee): { readonly fee: Amount; readonly lines: readonly Line[] } {
  const { receivedAsset, received, at } = fill
  const { standing } = book
  const price = fill.quotePrice === undefined ? null : parseUsdt(fill.quotePrice)
  const value = fillValue(fill.pair.quote, fill.quote, price)
  const coupon = book.coupons.activeDiscount(at)
  const terms = { levelDiscount: vipLevel(standing.level).feeDiscount, coupon }
  const charged = chargeFee({ full: fill.full, received, value, at }, terms)
  const { fee } = charged
  if (coupon && (charged.couponSpent > 0n || charged.isCouponEmpty))
    book.coupons.spend(coupon.ref, charged.couponSpent, charged.isCouponEmpty)
  const rebate = takeRebate(book, fill, { fee, value })
  if (value !== null) standing.addVolume(value, at)
  followUp(book, at)
  const assetId = receivedAsset.id
  const lines: Line[] = [
    { account: 'change:available', assetId, amount: negate(fee), reason: 'spot_fee' },
    { account: '@fees', assetId, amount: subtract(fee, rebate) },
  ]
  if (standing.inviter) lines.push({ account: rebateAccount(standing.inviter.userId), assetId, amount: rebate })
  return { fee, lines }
}

function takeRebate(
  book: AccountBook,
  { receivedAsset, received, at }: FilledFee,
  { fee, value }: { readonly fee: Amount; readonly value: Amount | null },
): Amount {
  const share = book.standing.rebateShare
  const rebate = share === null ? ZERO : rebateOf(fee, share)
  if (rebate === 0n) return ZERO
  book.referral.add(receivedAsset.id, rebate, value === null ? ZERO : worth(rebate, received, value))
  book.timers.ensure('rebate', at + REBATE_EVERY_MS)
  return rebate
}

/** What has to be done later because of it: the level is reviewed every day, and the directory follows a change at once. */
function followUp(book: AccountBook, at: number): void {
  book.timers.ensure('level', nextDayAt(at))
  if (!book.standing.isFollowed) book.timers.ensure('follow', at)
}
