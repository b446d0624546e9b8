// Receipts of a deposit: one as it begins, which every day's yield follows from; one for an early redemption.

import { findAsset } from '#domain/catalogue'
import { type LockedDeposit, miningReceipt } from '#domain/mining/receipt'
import { rate } from '#domain/money/rate'
import { assert } from '#domain/assert'
import type { Mining } from './state'
import { type Deposit, boostOf } from './store'

export const issueReceipt = (
  mining: Mining,
  deposit: Deposit,
  { now, way }: { readonly now: number; readonly way: 'begins' | 'redeemed' },
): string => mining.account.capabilities.receipts.issue(miningReceipt(lockedOf(mining, deposit), now, way), now)

function lockedOf({ account }: Mining, deposit: Deposit): LockedDeposit {
  const { orderNo, assetId, amount, acceptedAt, startsAt, terms } = deposit
  const asset = findAsset(account.catalogue, assetId)
  assert(asset !== undefined, 'a deposit is of a known asset')
  return {
    ...{ no: orderNo, asset, amount, acceptedAt, startsAt, days: terms.days, payMinute: terms.payMinute },
    dailyRate: rate(BigInt(terms.dailyRate)),
    penaltyRatio: rate(BigInt(terms.penaltyRatio)),
    boost: boostOf(deposit),
  }
}
