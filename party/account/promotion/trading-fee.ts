// Trading fee of a fill after the discounts of level and coupon, and who receives it: the house (`@fees`), less the rebate of the inviter.
// Also counts the traded volume. All figures depend on the fill and saved state, never on a clock: a repeated fill gives the same result.

import { type Amount, ZERO, negate, subtract } from '#domain/money/amount'
import { parseUsdt } from '#domain/money/valuation'
import { discountedTradingFee, fillValue, rebateOf, worth } from '#domain/promotion/fee'
import { nextReviewAt, vipLevel } from '#domain/promotion/vip'
import type { Line } from '../ledger'
import type { FilledFee } from '../capabilities'
import { type Promotion, followSoon } from './state'
import { rebateAccount } from './rebates'

/** Rebates of this span are sent to the inviter in one message. */
const REBATE_EVERY_MS = 60_000

/**
 * Takes the trading fee of a fill. The fee at the pair's rate (server/domain/spot.ts) is lowered by level and coupon (`discountedTradingFee`); the
 * house receives it at `@fees`, except the rebate, which waits for the inviter. Returns the fee and its ledger lines; counts savings and volume.
 */
export function takeTradingFee(
  promotion: Promotion,
  fill: FilledFee,
): { readonly fee: Amount; readonly lines: readonly Line[] } {
  const { receivedAsset, received, at } = fill
  const { vipStatus, coupons } = promotion
  const price = fill.quotePrice === undefined ? null : parseUsdt(fill.quotePrice)
  const value = fillValue(fill.pair.quote, fill.quote, price)
  const coupon = coupons.activeDiscount(at)
  const terms = { levelDiscount: vipLevel(vipStatus.level).feeDiscount, coupon }
  const charged = discountedTradingFee({ full: fill.full, received, value, at }, terms)
  const { fee } = charged
  if (coupon && (charged.couponSpent > 0n || charged.isCouponEmpty))
    coupons.spend(coupon.ref, charged.couponSpent, charged.isCouponEmpty)
  const rebate = takeRebate(promotion, fill, { fee, value })
  if (value !== null) vipStatus.addVolume(value, at)
  promotion.account.capabilities.activity.traded(fill.pair.quote.id, fill.quote, at)
  // Schedules the daily level review and updates the directory about a change.
  promotion.account.timers.ensure('level', nextReviewAt(at))
  followSoon(promotion, at)
  const assetId = receivedAsset.id
  const lines: Line[] = [
    { account: `${fill.wallet}:available`, assetId, amount: negate(fee), reason: 'spot_fee' },
    { account: '@fees', assetId, amount: subtract(fee, rebate) },
  ]
  if (vipStatus.inviter) lines.push({ account: rebateAccount(vipStatus.inviter.userId), assetId, amount: rebate })
  return { fee, lines }
}

function takeRebate(
  { account, vipStatus, referral }: Promotion,
  { pair, receivedAsset, received, at }: FilledFee,
  { fee, value }: { readonly fee: Amount; readonly value: Amount | null },
): Amount {
  // A rebate in shares of stock would go to an inviter who never traded them, and no wallet that receives rebates can hold shares.
  const share = pair.stock && receivedAsset.id === pair.base.id ? null : vipStatus.rebateShare
  const rebate = share === null ? ZERO : rebateOf(fee, share)
  if (rebate === 0n) return ZERO
  referral.add(receivedAsset.id, rebate, value === null ? ZERO : worth(rebate, received, value))
  account.timers.ensure('rebate', at + REBATE_EVERY_MS)
  return rebate
}
