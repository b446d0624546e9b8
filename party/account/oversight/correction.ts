// Correction approved by two people at the desk: one entry from `@corrections`, once per reference. Existing entries stay unchanged.

import { type Wallet, findKnownAsset } from '#domain/catalogue'
import { decodeAmount, negate } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { AccountState } from '../state'

/** `amount` is signed. */
interface Correct {
  readonly ref: string
  readonly assetId: number
  readonly wallet: Wallet
  readonly amount: string
}
type CorrectionRefusal = 'asset_not_found' | 'wallet_not_for_asset' | 'amount_not_positive' | 'insufficient_available'

export function correct(
  { account }: { readonly account: AccountState },
  { ref, assetId, wallet, amount: text }: Correct,
  { now }: { readonly now: number },
): Outcome<{ readonly entryId: number }, CorrectionRefusal> {
  const known = account.ledger.findEntry(account.store, 'correction', ref)
  // Users keep their balances of delisted assets.
  const asset = findKnownAsset(account.catalogue, assetId)
  const value = decodeAmount(text)

  if (known !== null) return done({ entryId: known })
  if (!asset) return refuse('asset_not_found')
  if (value > 0n && !asset.wallets.includes(wallet)) return refuse('wallet_not_for_asset', { asset: asset.code })
  if (value === 0n) return refuse('amount_not_positive')
  // A credit needs no cover: `needed` is negative.
  const covered = checkAvailable(asset, { available: account.ledger.available(wallet, assetId), needed: negate(value) })
  if (!covered.ok) return covered

  const lines = [
    { account: '@corrections', assetId, amount: negate(value) },
    { account: `${wallet}:available`, assetId, amount: value },
  ] as const
  return done({ entryId: account.ledger.post({ reason: 'correction', ref, lines }, now) })
}
