// Transfers between the user's own wallets: free and at once.

import { WALLETS, type Wallet, findAsset } from '#domain/catalogue'
import { type Amount, amount } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { AccountRefusal } from '#party/protocol/account'
import type { AccountBook } from '../book'
import { move } from '../ledger'

export interface Transfer {
  readonly commandId: string
  readonly assetId: number
  readonly amount: string
  readonly from: Wallet
  readonly to: Wallet
}

export function transfer(
  book: AccountBook,
  request: Transfer,
  now: number,
): Outcome<{ readonly entryId: number }, AccountRefusal> {
  const { assetId, from, to } = request
  const asset = findAsset(book.catalogue, assetId)
  const value = readPositive(request.amount)

  if (!asset) return refuse('asset_not_found')
  if (!WALLETS.includes(from) || !WALLETS.includes(to)) return refuse('wallet_not_for_asset', { asset: asset.code })
  if (from === to) return refuse('wallet_same')
  // Money may always leave a wallet; it enters only where the asset belongs.
  if (!asset.wallets.includes(to)) return refuse('wallet_not_for_asset', { asset: asset.code })
  if (value === null) return refuse('amount_not_positive')
  const covered = checkAvailable(asset, { available: book.ledger.available(from, assetId), needed: value })
  if (!covered.ok) return covered

  const lines = move(assetId, value, `${from}:available`, `${to}:available`)
  const entryId = book.ledger.post({ reason: 'transfer', ref: `transfer:${request.commandId}`, lines }, now)
  return done({ entryId })
}

/** Stored-form text of a positive amount, or null. */
export const readPositive = (text: string): Amount | null =>
  /^[1-9]\d{0,36}$/.test(text) ? amount(BigInt(text)) : null
