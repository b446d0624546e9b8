// Words of an Account room about money that comes from outside, goes there, or becomes another asset. Part of account.ts.
// The three commands are asked by the Worker alone, which has proven and priced what a socket cannot: no socket may say them.
// `terms` are the Worker's own, and no part of what the user said.

import type { BalanceRow, Page } from './account-rows'

export type FundsCommand =
  | {
      readonly type: 'request_withdrawal'
      readonly withdrawalId: number
      readonly assetId: number
      readonly amount: string
      /** The fee is part of the amount. Value of this one and cap of the last day in satoshi. */
      readonly terms: { readonly fee: string; readonly btcValue: string; readonly btcCap: string }
    }
  | { readonly type: 'cancel_withdrawal'; readonly withdrawalId: number }
  /** The fee is on top of the amount. `basis` is JSON of what it was priced on; `value` of what is given is in USDT at VALUE_SCALE. */
  | {
      readonly type: 'convert'
      readonly fromAssetId: number
      readonly toAssetId: number
      readonly amount: string
      readonly terms: {
        readonly fee: string
        readonly received: string
        readonly basis: string
        readonly value: string
      }
    }

export type FundsQuery =
  /** Satoshi that withdrawals of the last day take up of the cap, what the change wallet has, and what the desk has forbidden. */
  | { readonly type: 'withdrawal_use' }
  | { readonly type: 'conversions'; readonly page: number; readonly limit: number }
  /** What a command brought about, however long ago; null for nothing. */
  | { readonly type: 'conversion'; readonly ofCommand: string }

export type FundsRefusal =
  | 'withdrawal_not_found'
  | 'withdrawal_not_open'
  | 'withdrawal_below_fee'
  | 'withdrawal_above_cap'
  /** A credited deposit is looked at again, or something of one is owed. */
  | 'deposit_recalled'
  | 'convert_same_asset'
  | 'convert_below_min'
  | 'convert_above_day_max'

/** A withdrawal in its account: held until it is captured (paid out), released by the desk or cancelled by its user; void numbers never come to be. */
export type WithdrawalStanding = 'held' | 'captured' | 'released' | 'cancelled' | 'void'
/** A credited deposit in its account; recalled while it is looked at again. */
export type DepositStanding = 'credited' | 'recalled' | 'kept' | 'returned'

export interface ConversionRow {
  readonly id: number
  readonly commandId: string
  readonly at: number
  readonly fromAssetId: number
  readonly toAssetId: number
  readonly given: string
  /** In the asset given, on top. */
  readonly fee: string
  readonly received: string
  readonly basis: string
}

export interface FundsResults {
  readonly request_withdrawal: { readonly withdrawalId: number }
  readonly cancel_withdrawal: { readonly withdrawalId: number }
  readonly convert: ConversionRow
  readonly withdrawal_use: {
    readonly btcUsed: string
    readonly balances: readonly BalanceRow[]
    readonly frozen: { readonly trading: boolean; readonly withdrawals: boolean }
  }
  readonly conversions: Page<ConversionRow>
  readonly conversion: ConversionRow | null
}

export type FundsSystemRequest =
  /** Once per deposit for all time. */
  | {
      readonly type: 'credit_deposit'
      readonly depositId: number
      readonly assetId: number
      readonly amount: string
    }
  /** What is there of a credited deposit is set aside until `settle_recall`; said again, what has come since goes there too. */
  | { readonly type: 'recall_deposit'; readonly depositId: number }
  | { readonly type: 'settle_recall'; readonly depositId: number; readonly verdict: 'keep' | 'return' }
  /** "release" when the desk says no, "cancel" when its user wished so. */
  | {
      readonly type: 'settle_withdrawal'
      readonly withdrawalId: number
      readonly verdict: 'capture' | 'release' | 'cancel'
    }
  /** Says how it stands; a number that never arrived is spoilt for good. */
  | { readonly type: 'void_withdrawal'; readonly withdrawalId: number }

export interface FundsSystemResults {
  readonly credit_deposit: { readonly state: DepositStanding; readonly isNew: boolean }
  /** Null: it was never credited. `missing` is what its owner had spent already and still owes. */
  readonly recall_deposit: {
    readonly state: DepositStanding | null
    readonly recalled: string
    readonly missing: string
  }
  readonly settle_recall: { readonly state: DepositStanding | null; readonly missing: string }
  /** Still "held" after "capture", with why: nothing is paid out while a deposit is recalled or withdrawals are frozen. */
  readonly settle_withdrawal: {
    readonly state: WithdrawalStanding | null
    readonly heldFor?: 'deposit_recalled' | 'withdrawals_frozen'
  }
  readonly void_withdrawal: { readonly state: WithdrawalStanding }
}
