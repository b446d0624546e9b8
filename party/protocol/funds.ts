// Words of an Account room about money that comes from outside, goes there, or becomes another asset. Its commands are in
// `party/account/funds/feature.ts`. Amounts are canonical integer text, instants milliseconds.

/**
 * State of a withdrawal in its account: held until the desk approves or releases it or its user cancels it, approved until a transaction
 * has paid it (captured) or the desk releases it after all; void numbers are never used.
 */
export type WithdrawalStatus = 'held' | 'approved' | 'captured' | 'released' | 'cancelled' | 'void'
/** A credited deposit in its account; "recalled" during a review. */
export type DepositStatus = 'credited' | 'recalled' | 'kept' | 'returned'

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
  readonly receiptId: string
}
