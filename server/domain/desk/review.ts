// Reviews: desk decisions about requests of users or colleagues, with states and displayed facts. Kinds of reviews are listed in
// server/services/desk/review-kinds.ts. No review sets an amount, a price or an outcome.

import type { CardField } from '../funds/card'
import type { Amount } from '../money/amount'

/**
 * open: free to claim. claimed: held by one person. seconding: one person approved, a second must decide. approved, rejected: decided, and
 * settled or about to be. cancelled: the subject was withdrawn before a decision.
 */
export const REVIEW_STATES = ['open', 'claimed', 'seconding', 'approved', 'rejected', 'cancelled'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

/** It is somebody's turn. */
export const WAITING_STATES = ['open', 'claimed', 'seconding'] as const satisfies readonly ReviewState[]
/** States with a decision; cancelled isn't one. */
export const DECIDED_STATES = ['approved', 'rejected'] as const satisfies readonly ReviewState[]

const WAITING: ReadonlySet<ReviewState> = new Set(WAITING_STATES)

export const isWaiting = (state: ReviewState): boolean => WAITING.has(state)
/** Decided or cancelled. */
export const isOver = (state: ReviewState): boolean => !isWaiting(state)

export const VERDICTS = ['approve', 'reject'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Why something was decided, frozen or asked for. */
export const REASON_LENGTH_MAX = 300
/** Longest note for colleagues. */
export const NOTE_LENGTH_MAX = 1_000

/** User id of a review that concerns no user. */
export const NO_USER = 0

/** Final decision. Its handler must be idempotent, because it may run twice. */
export interface ReviewDecision {
  readonly reviewId: number
  readonly kind: string
  readonly subjectId: string
  readonly userId: number
  readonly verdict: Verdict
  /** The user may read it; empty with an approval that gave none. */
  readonly reason: string
  readonly at: number
}

/** Names of displayed facts; the desk's texts are `fact_…`. */
export type FactLabel =
  | 'account'
  | 'account_opened'
  | 'address'
  | 'address_since'
  | 'addresses'
  | 'amount'
  | 'arrival'
  | 'asset'
  | 'confirmations'
  | 'coupon'
  | 'coupon_code'
  | 'credited'
  | 'days'
  | 'deposits_so_far'
  | 'destination'
  | 'earlier_uses'
  | 'enabled'
  | 'event'
  | 'evidence'
  | 'fee'
  | 'flag'
  | 'from'
  | 'granted'
  | 'id_number'
  | 'id_type'
  | 'level'
  | 'link_for'
  | 'listed'
  | 'loan_risk'
  | 'loan_right'
  | 'logins'
  | 'margin_asset'
  | 'memo'
  | 'missing'
  | 'moved'
  | 'name'
  | 'nickname'
  | 'network'
  | 'newcomer'
  | 'other_requests'
  | 'bank_line'
  | 'beneficiary'
  | 'beneficiary_vasp'
  | 'beneficiary_wallet'
  | 'hit'
  | 'score'
  | 'screened'
  | 'screened_as'
  | 'payer'
  | 'problem'
  | 'provider_payer'
  | 'sent_back'
  | 'on_approval'
  | 'on_rejection'
  | 'payments'
  | 'payer_differs'
  | 'payment'
  | 'rate'
  | 'tax_id'
  | 'email'
  | 'phone'
  | 'reason'
  | 'recalled'
  | 'reference'
  | 'remark'
  | 'requested_at'
  | 'restrictions'
  | 'role'
  | 'role_before'
  | 'row'
  | 'same_document'
  | 'same_picture'
  | 'share'
  | 'signs'
  | 'state'
  | 'stock'
  | 'transaction'
  | 'until'
  | 'use_within'
  | 'value'
  | 'wallet'
  | 'welcome'
  | 'withdrawals_so_far'
  | 'words'
  // Bank card fields and table cells, by their own names.
  | `card_${CardField}`
  | `cell_${string}`

/**
 * Queue columns of a subject. They are copied to the review when it opens, so the queue reads no feature's tables; the review's page reads
 * the subject itself.
 */
export interface ReviewSummary {
  /** Null for a review that moves no money. The amount is in the asset's smallest unit. */
  readonly money: { readonly assetId: number; readonly amount: Amount } | null
  readonly lines: ReviewFacts['lines']
  /** Names of the sheet cells that are to change. */
  readonly cells: readonly string[]
}

/** Summary of a deposit or withdrawal; a bank or card has no network. */
export const moneySummary = ({
  assetId,
  amount,
  network,
}: {
  readonly assetId: number
  readonly amount: Amount
  readonly network: string
}): ReviewSummary => ({
  money: { assetId, amount },
  lines: network === '' ? [] : [{ label: 'network', value: network }],
  cells: [],
})

/** Displayed facts of a subject: rendered text, and references of private images. */
export interface ReviewFacts {
  readonly lines: readonly { readonly label: FactLabel; readonly value: string }[]
  /** References of server/services/uploads; shown through the desk's own door. */
  readonly images: readonly string[]
  /** Same for sound and video. */
  readonly players?: readonly { readonly kind: 'audio' | 'video'; readonly reference: string }[]
}
