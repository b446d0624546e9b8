// What people at the desk decide about: a review of something that a user or a colleague asked for. Kinds, states, how many people it takes.
// Whether money moves is the settling feature's business; nobody here sets an amount, a price or an outcome.

import type { CardField } from '../funds/card'

/**
 * staff: somebody is to come to the desk, or to have more power there. change: money hangs on a setting, a term or a coupon. recovery: a user
 * has lost what proves who it is.
 */
export const REVIEW_KINDS = ['identity', 'deposit', 'withdrawal', 'correction', 'recovery', 'staff', 'change'] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

/**
 * open: anybody may claim it. claimed: one person has it. seconding: one person has approved, another has to.
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

/** How many different people have to approve. One who rejects is enough: then nothing leaves. */
export const APPROVALS_NEEDED: Readonly<Record<ReviewKind, number>> = {
  identity: 1,
  deposit: 2,
  withdrawal: 2,
  correction: 2,
  recovery: 2,
  staff: 2,
  change: 2,
}

/** Why something was decided, frozen or asked for. */
export const REASON_LENGTH_MAX = 300
/** What somebody notes for colleagues. */
export const NOTE_LENGTH_MAX = 1_000

/** Where no user is concerned, a review has this for one. */
export const NO_USER = 0

/** A decision that is final. Settled at least once: a handler answers the same however often it is called. */
export interface ReviewDecision {
  readonly reviewId: number
  readonly kind: ReviewKind
  readonly subjectId: string
  readonly userId: number
  readonly verdict: Verdict
  /** What the user may read; empty with an approval that gave none. */
  readonly reason: string
  /** Ids of the staff who decided, in their order. */
  readonly by: readonly number[]
  readonly at: number
}

/** True when as many different people decided as it takes. */
export const hasEnoughApprovers = ({ kind, by }: Pick<ReviewDecision, 'kind' | 'by'>): boolean =>
  new Set(by).size >= APPROVALS_NEEDED[kind]

/** What a fact of a subject is called; the words are in locales, desk.json, as `fact_…`. */
export type FactLabel =
  | 'account'
  | 'address'
  | 'amount'
  | 'arrival'
  | 'asset'
  | 'confirmations'
  | 'coupon'
  | 'coupon_code'
  | 'days'
  | 'destination'
  | 'earlier_uses'
  | 'enabled'
  | 'fee'
  | 'from'
  | 'id_number'
  | 'id_type'
  | 'level'
  | 'link_for'
  | 'listed'
  | 'memo'
  | 'missing'
  | 'moved'
  | 'name'
  | 'nickname'
  | 'network'
  | 'newcomer'
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
  // A field of a bank card by the name that its owner filled it in under, a cell of a sheet by its own.
  | `card_${CardField}`
  | `cell_${string}`

/** What the desk shows of a subject: text ready to be read, and references of private images. */
export interface ReviewFacts {
  readonly lines: readonly { readonly label: FactLabel; readonly value: string }[]
  /** References of server/services/uploads; shown through the desk's own door. */
  readonly images: readonly string[]
}
