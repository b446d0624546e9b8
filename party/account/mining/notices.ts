// Inbox messages for deposits.

import { findKnownAsset } from '#domain/catalogue'
import { formatTrimmed } from '#domain/money/amount'
import type { Mining } from './state'
import { type Deposit, depositRef } from './store'

export function notifyDeposit(
  { account }: Mining,
  { orderNo, assetId, amount }: Deposit,
  kind: 'mining_returned' | 'mining_renewed' | 'mining_redeemed',
  at: number,
): void {
  const asset = findKnownAsset(account.catalogue, assetId)
  const facts = {
    order: String(orderNo),
    amount: asset ? formatTrimmed(asset, amount) : '',
    asset: asset?.code ?? '',
  }
  account.capabilities.notices.add({ kind, facts, ref: depositRef(orderNo) }, at)
}
