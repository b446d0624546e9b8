// Transfers between the user's own wallets: free and immediate.

import { type Wallet, findAsset } from '#domain/catalogue'
import { readPositive } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { AccountState } from '../state'
import type { Outflow, OutflowRefusal } from '../outflow'
import { move } from '../ledger'

interface Transfer {
  readonly assetId: number
  readonly amount: string
  readonly from: Wallet
  readonly to: Wallet
  /** Index prices as the Worker read them, where what stays behind has to cover something. */
  readonly prices: Outflow['prices']
  readonly seen: Outflow['seen']
}

type TransferRefusal =
  | 'asset_not_found'
  | 'wallet_same'
  | 'wallet_not_for_asset'
  | 'amount_not_positive'
  | 'insufficient_available'
  | OutflowRefusal

export function transfer(
  account: AccountState,
  { assetId, amount: text, from, to, prices, seen }: Transfer,
  { commandId, now }: { readonly commandId: string; readonly now: number },
): Outcome<{ readonly entryId: number }, TransferRefusal> {
  const asset = findAsset(account.catalogue, assetId)
  const value = readPositive(text)

  if (!asset) return refuse('asset_not_found')
  if (from === to) return refuse('wallet_same')
  // Money may always leave a wallet; it enters only where the asset belongs.
  if (!asset.wallets.includes(to)) return refuse('wallet_not_for_asset', { asset: asset.code })
  if (value === null) return refuse('amount_not_positive')
  const covered = checkAvailable(asset, { available: account.ledger.available(from, assetId), needed: value })
  if (!covered.ok) return covered
  const admitted = account.checkOutflow({ wallet: from, to, assetId, amount: value, prices, seen }, now)
  if (!admitted.ok) return admitted

  const lines = move(assetId, value, `${from}:available`, `${to}:available`)
  return done({ entryId: account.ledger.post({ reason: 'transfer', ref: `transfer:${commandId}`, lines }, now) })
}
