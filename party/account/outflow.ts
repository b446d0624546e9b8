// Payouts from a user's wallet: every feature with an amount at risk in that wallet checks them first.

import type { Wallet } from '#domain/catalogue'
import type { LossRefusal } from '#domain/limits/limits'
import type { Amount } from '#domain/money/amount'
import type { SymbolPrice } from '#party/protocol/quotes'

export interface Outflow {
  readonly wallet: Wallet
  /** Where it goes. */
  readonly to: Wallet
  readonly assetId: number
  readonly amount: Amount
  /** Index prices in steps, as the Worker read them with the command. */
  readonly prices: readonly { readonly symbol: string; readonly priceSteps: number }[]
  /** Public prices of the last minute, which may decide what the money backs before the account has acted on them. */
  readonly seen: readonly SymbolPrice[]
}
export type OutflowRefusal =
  | 'asset_not_found'
  | 'futures_margin_needed'
  | 'futures_deciding'
  | 'loan_margin_needed'
  | 'copy_share_due'
  | LossRefusal
