// A user's VIP level, the next level, and the fees of every pair with this user's discounts.

import type { Pair } from '#domain/catalogue'
import { type Amount, decodeAmount } from '#domain/money/amount'
import type { Rate } from '#domain/money/rate'
import { type Outcome, done } from '#domain/outcome'
import { type FeeTerms, discountedRate } from '#domain/promotion/fee'
import { type VipLevel, nextLevel, vipLevel } from '#domain/promotion/vip'
import { type VipStatusRow, feeTermsOf } from '#party/protocol/account-promotion'
import type { Session } from '#session/session'
import { callAccount } from '../account-room'
import { loadCatalogue } from '../catalogue'

interface PairFees {
  readonly pair: Pair
  readonly maker: Rate
  readonly taker: Rate
}

export interface FeeSchedule {
  readonly level: VipLevel
  /** Null at the top. */
  readonly next: VipLevel | null
  /** Value traded in the last thirty days, in USDT. */
  readonly volume: Amount
  readonly terms: FeeTerms
  readonly coupon: VipStatusRow['coupon']
  /** All listed pairs with the user's fees at `now`. */
  readonly pairs: readonly PairFees[]
}

export async function loadFeeSchedule(env: Env, session: Session, now: number): Promise<Outcome<FeeSchedule>> {
  const [catalogue, profile] = await Promise.all([loadCatalogue(env), callAccount(env, session, { type: 'standing' })])
  if (!profile.ok) return profile
  const terms = feeTermsOf(profile.value)
  return done({
    level: vipLevel(profile.value.level),
    next: nextLevel(profile.value.level),
    volume: decodeAmount(profile.value.volume),
    terms,
    coupon: profile.value.coupon,
    pairs: catalogue.pairs.map((pair) => ({
      pair,
      maker: discountedRate(pair.makerFee, terms, now),
      taker: discountedRate(pair.takerFee, terms, now),
    })),
  })
}
