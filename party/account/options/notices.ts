// Inbox message when an option ends.

import { findAsset } from '#domain/catalogue'
import { formatTrimmed } from '#domain/money/amount'
import type { Options } from './state'
import { type Option, optionRef, resultOf } from './store'

export function notifyEnded({ account }: Options, order: Option, at: number): void {
  const { symbol, assetId, orderNo, state } = order
  const asset = findAsset(account.catalogue, assetId)
  const named = { pair: symbol.replace('-', '/'), order: String(orderNo) }
  const result = { amount: asset ? formatTrimmed(asset, resultOf(order)) : '', asset: asset?.code ?? '' }
  const ref = optionRef(orderNo)
  if (state === 'void') account.capabilities.notices.add({ kind: 'option_void', facts: named, ref }, at)
  else account.capabilities.notices.add({ kind: 'option_settled', facts: { ...named, ...result }, ref }, at)
}
