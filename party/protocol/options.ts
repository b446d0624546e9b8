// Words of an Account room about options. Prices are steps of the symbol, instants milliseconds, amounts and rates canonical integer text.

import type { RejectCause, OptionOutcome, OptionState } from '#domain/options/settlement'
import type { OptionDirection, StoredOptionTerms } from '#domain/options/terms'

export type { StoredOptionTerms } from '#domain/options/terms'

/** An option, from acceptance to its end. */
export interface OptionRow {
  readonly orderNo: number
  readonly symbol: string
  readonly assetId: number
  readonly direction: OptionDirection
  readonly seconds: number
  readonly stake: string
  readonly fee: string
  readonly terms: StoredOptionTerms
  readonly state: OptionState
  readonly outcome: OptionOutcome | null
  readonly cause: RejectCause | null
  readonly acceptedAt: number
  readonly entryAt: number | null
  readonly entrySteps: number | null
  /** The first tick at or after this time decides. */
  readonly dueAt: number | null
  readonly exitAt: number | null
  readonly exitSteps: number | null
  /** What came back to the wallet; null while it runs. */
  readonly paid: string | null
  readonly receiptId: string | null
  readonly endedAt: number | null
}

/** Settled orders of a time: how many had each outcome, and their result, fees included. */
export interface OptionCount {
  readonly won: number
  readonly lost: number
  readonly even: number
  readonly result: string
}

/** Guaranteed terms and the deadline to order with them. */
export interface OptionProposal {
  readonly proposalId: string
  readonly endsAt: number
}

/** Most pending and running options per account. */
export const OPTIONS_LIVE_MAX = 50
/** How long a promise of terms holds. */
export const PROPOSAL_MS = 5_000
