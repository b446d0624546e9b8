// What people at the desk decide about: a review of something that a user or a colleague asked for, its states and what is shown of it. The
// kinds of reviews are listed in server/services/desk/review-kinds.ts. Nobody here sets an amount, a price or an outcome.

import type { CardField } from '../funds/card'
import type { Amount } from '../money/amount'

/**
 * open: anybody may claim it. claimed: one person has it. seconding: one person has said so, another has to.
 * approved, rejected: decided, and settled or about to be. cancelled: its subject was taken back before anybody decided.
 */
export const REVIEW_STATES = ['open', 'claimed', 'seconding', 'approved', 'rejected', 'cancelled'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

/** It is somebody's turn. */
export const WAITING_STATES = ['open', 'claimed', 'seconding'] as const satisfies readonly ReviewState[]
/** People have said what comes of it; what was only taken back is not among these. */
export const DECIDED_STATES = ['approved', 'rejected'] as const satisfies readonly ReviewState[]

const WAITING: ReadonlySet<ReviewState> = new Set(WAITING_STATES)

export const isWaiting = (state: ReviewState): boolean => WAITING.has(state)
/** Nobody can decide it any more: it is decided, or was taken back. */
export const isOver = (state: ReviewState): boolean => !isWaiting(state)

export const VERDICTS = ['approve', 'reject'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Why something was decided, frozen or asked for. */
export const REASON_LENGTH_MAX = 300
/** What somebody notes for colleagues. */
export const NOTE_LENGTH_MAX = 1_000

/** Where no user is concerned, a review has this for one. */
export const NO_USER = 0

/** A final decision. It is carried out at least once: a handler answers the same however often it is called. */
export interface ReviewDecision {
  readonly reviewId: number
  readonly kind: string
  readonly subjectId: string
  readonly userId: number
  readonly verdict: Verdict
  /** The user may read it; empty with an approval that gave none. */
  readonly reason: string
  /** Ids of the staff who decided, in their order. */
  readonly by: readonly number[]
  readonly at: number
}

/** The same person may decide a review once only, so two ids are two people. */
export const hasTwoApprovers = ({ by }: Pick<ReviewDecision, 'by'>): boolean => new Set(by).size >= 2

/** What a fact of a subject is called; the desk has the words, as `fact_…`. */
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
  | 'payer'
  | 'problem'
  | 'provider_payer'
  | 'sent_back'
  | 'on_approval'
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
  // A field of a bank card by the name that its owner filled it in under, a cell of a sheet by its own.
  | `card_${CardField}`
  | `cell_${string}`

/**
 * What the queue shows of a subject. It is written on the review's row when the review opens, so the queue reads no feature's table; the
 * page of the review reads the subject itself.
 */
export interface ReviewSummary {
  /** Null for a review that moves no money. The amount is in the asset's smallest unit, as it is stored. */
  readonly money: { readonly assetId: number; readonly amount: Amount } | null
  readonly lines: ReviewFacts['lines']
  /** Names of the sheet cells that are to change. */
  readonly cells: readonly string[]
}

/** The summary of money that comes in or goes out; a bank or a card has no network. */
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

/** What the desk shows of a subject: text ready to be read, and references of private images. */
export interface ReviewFacts {
  readonly lines: readonly { readonly label: FactLabel; readonly value: string }[]
  /** References of server/services/uploads; shown through the desk's own door. */
  readonly images: readonly string[]
  /** The same of sound and video. */
  readonly players?: readonly { readonly kind: 'audio' | 'video'; readonly reference: string }[]
}
