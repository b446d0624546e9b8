// One review from hand to hand: claimed, noted, decided, and settled by its feature. What needs two people gets two different ones, because
// a decision is one row per person; what two do at once is done by the first, and the other is told.

import {
  type Holder,
  type QueueFilter,
  type QueueRow,
  type ReviewFile,
  claimStatement,
  countWaiting as countWaitingRows,
  decideStatements,
  isApprovedBy,
  isClaimable,
  isClaimedBy,
  listQueue,
  noteStatement,
  readReview,
  releaseStatement,
} from '#db/platform/review'
import type { Slice } from '#db/platform/slice'
import { sql } from 'drizzle-orm'
import { approverRoles, deciderRoles, doesApprovalStand } from '#domain/desk/approval'
import {
  APPROVALS_NEEDED,
  NOTE_LENGTH_MAX,
  REASON_LENGTH_MAX,
  REVIEW_KINDS,
  type ReviewKind,
  type Verdict,
  isOver,
} from '#domain/desk/review'
import { type Outcome, done, refuse } from '#domain/outcome'
import { MINUTE_MS } from '#domain/time'
import { type ActRefusal, act } from './audit'
import { findGranted } from './grants'
import { type StaffMember, checkPermission } from './session'
import { type Settled, settleReview } from './settle'

export type { QueueFilter, QueueRow, ReviewFile }

/** Whoever has had a review for longer may have gone home: another may take it. */
export const CLAIM_MINUTES = 30
const CLAIM_MS = CLAIM_MINUTES * MINUTE_MS

export type QueueRefusal =
  | ActRefusal
  | 'permission_missing'
  | 'review_not_found'
  | 'review_not_claimed'
  | 'review_taken'
  | 'review_decided'
  | 'second_person_needed'
  | 'staff_own_account'
  | 'reason_missing'
  | 'reason_too_long'
  | 'note_malformed'

export interface ReviewCommand {
  readonly reviewId: number
  readonly commandId: string
  readonly at: number
}

export const readQueue = (
  env: Pick<Env, 'DB'>,
  filter: QueueFilter,
  slice: Slice,
): Promise<{ rows: QueueRow[]; total: number }> => listQueue(env.DB, filter, slice)

/** Null for none, and for one of a kind that this member may not see: the two look the same. */
export async function openReviewFile(env: Pick<Env, 'DB'>, by: StaffMember, id: number): Promise<ReviewFile | null> {
  const file = await readReview(env.DB, id)
  return file && checkPermission(by, `${file.review.kind}:read`).ok ? file : null
}

/** When others may take over what somebody has. */
export const leftAt = ({ since }: Holder): number => since + CLAIM_MS

/** Takes a review; from somebody who has it only where that person is named, and has left it. */
export async function claimReview(
  env: Env,
  by: StaffMember,
  { from, ...command }: ReviewCommand & { readonly from?: number | undefined },
): Promise<Outcome<null, QueueRefusal>> {
  const found = await findToDecide(env, by, command)
  if (!found.ok) return found
  const { review, holder, decisions } = found.value
  if (isOver(review.state)) return refuse('review_decided')
  if (decisions.some(({ staffId }) => staffId === by.id)) return refuse('second_person_needed')
  const isOthers = holder !== null && holder.staffId !== by.id
  if (isOthers && (holder.staffId !== from || command.at < leftAt(holder))) return takenBy(holder)

  const hand = { id: review.id, staffId: by.id, at: command.at }
  const deed = isOthers
    ? {
        ...deedOf('review_taken_over', by, review, command),
        facts: { ...factsOf(review), from: String(holder.staffId) },
      }
    : deedOf('review_claimed', by, review, command)
  const acted = await act(env, deed, {
    isSo: isClaimable(hand, isOthers ? { from: holder.staffId, leftSince: command.at - CLAIM_MS } : null),
    statements: [claimStatement(env.DB, hand)],
  })
  return toldNow(env, by, review.id, acted)
}

export async function releaseReview(
  env: Env,
  by: StaffMember,
  command: ReviewCommand,
): Promise<Outcome<null, QueueRefusal>> {
  const found = await findToDecide(env, by, command)
  if (!found.ok) return found
  const { review, decisions } = found.value
  const acted = await act(env, deedOf('review_released', by, review, command), {
    isSo: isClaimedBy({ id: review.id, staffId: by.id }, decisions.length),
    statements: [releaseStatement(env.DB, review.id, decisions.length > 0 ? 'seconding' : 'open')],
  })
  return toldNow(env, by, review.id, acted)
}

/** Anybody who may see a review may add to it, whoever has it. */
export async function noteReview(
  env: Env,
  by: StaffMember,
  { text, ...command }: ReviewCommand & { readonly text: string },
): Promise<Outcome<null, QueueRefusal>> {
  const file = await openReviewFile(env, by, command.reviewId)
  const note = text.trim()
  if (!file) return refuse('review_not_found')
  const admitted = checkPermission(by, 'reviews:note')
  if (!admitted.ok) return admitted
  if (note === '' || note.length > NOTE_LENGTH_MAX) return refuse('note_malformed', { bound: String(NOTE_LENGTH_MAX) })
  const hand = { id: file.review.id, staffId: by.id, at: command.at }
  const acted = await act(env, deedOf('review_noted', by, file.review, command), {
    statements: [noteStatement(env.DB, { ...hand, text: note, commandId: command.commandId })],
  })
  if (!acted.ok) return acted
  if (!acted.value.isRepeated) return done(null)
  const notes = (await readReview(env.DB, command.reviewId))?.notes ?? []
  return notes.some(({ text: noted }) => noted === note) ? done(null) : refuse('command_id_reused')
}

/** seconding: somebody else has to approve as well. Else decided, and what its feature made of it. */
export type Decided = { readonly kind: 'seconding' } | { readonly kind: 'decided'; readonly settled: Settled }

export interface Decide extends ReviewCommand {
  readonly verdict: Verdict
  /** Needed to reject; what the user may read. */
  readonly reason: string
}

export async function decideReview(
  env: Env,
  by: StaffMember,
  command: Decide,
): Promise<Outcome<Decided, QueueRefusal>> {
  const found = await findToDecide(env, by, command)
  const reason = command.reason.trim()
  if (!found.ok) return found
  const { review, holder, decisions } = found.value
  const own = decisions.find(({ staffId }) => staffId === by.id)
  // The same command again: told how it stands now.
  if (own?.commandId === command.commandId) {
    const isSame = own.verdict === command.verdict && own.reason === reason
    return isSame ? done(await standing(env, review.id)) : refuse('command_id_reused')
  }
  if (isOver(review.state)) return refuse('review_decided')
  if (own) return refuse('second_person_needed')
  if (!holder) return refuse('review_not_claimed')
  if (holder.staffId !== by.id) return takenBy(holder)
  if (command.verdict === 'reject' && reason === '') return refuse('reason_missing')
  if (reason.length > REASON_LENGTH_MAX) return refuse('reason_too_long', { bound: String(REASON_LENGTH_MAX) })

  // Only those that still count: whoever was sent away or moved since has not approved.
  const counted = decisions.filter((decision) => standsFor(review.kind, decision)).length
  const state =
    command.verdict === 'reject' ? 'rejected' : counted + 1 < APPROVALS_NEEDED[review.kind] ? 'seconding' : 'approved'
  const { commandId, at, verdict } = command
  const hand = { id: review.id, staffId: by.id }
  const action = verdict === 'approve' ? 'review_approved' : 'review_rejected'
  const acted = await act(
    env,
    { ...deedOf(action, by, review, command), facts: { ...factsOf(review), reason } },
    {
      isSo: sql`${isClaimedBy(hand, decisions.length)} and ${isApprovedBy(hand, { approvers: approverRoles(review.kind), deciders: deciderRoles(review.kind), standing: counted })}`,
      statements: decideStatements(env.DB, { id: review.id, staffId: by.id, at, verdict, reason, commandId, state }),
    },
  )
  const told = await toldNow(env, by, review.id, acted)
  return told.ok ? done(await standing(env, review.id)) : told
}

/** A decided review is settled here and now; when that fails the sweep does it again. */
async function standing(env: Env, reviewId: number): Promise<Decided> {
  const file = await readReview(env.DB, reviewId)
  if (!file || !isOver(file.review.state)) return { kind: 'seconding' }
  return { kind: 'decided', settled: await settleReview(env, reviewId) }
}

async function findToDecide(
  env: Env,
  by: StaffMember,
  { reviewId }: Pick<ReviewCommand, 'reviewId'>,
): Promise<Outcome<ReviewFile, 'review_not_found' | 'permission_missing' | 'staff_own_account'>> {
  const file = await openReviewFile(env, by, reviewId)
  if (!file) return refuse('review_not_found')
  const { kind, subjectId } = file.review
  const admitted = checkPermission(by, `${kind}:decide`)
  if (!admitted.ok) return admitted
  if (kind === 'staff' && (await findGranted(env, subjectId)) === by.id) return refuse('staff_own_account')
  return done(file)
}

/** Whether an approval counts as the desk is now. */
export const standsFor = (
  kind: ReviewKind,
  { verdict, approver, at }: Pick<ReviewFile['decisions'][number], 'verdict' | 'approver' | 'at'>,
): boolean => verdict === 'approve' && doesApprovalStand(kind, approver, at)

type Reviewed = ReviewFile['review']

const factsOf = ({ kind, subjectId, userId }: Reviewed): Record<string, string> => ({
  kind,
  subject: subjectId,
  user: String(userId),
})

const deedOf = <
  Action extends
    'review_claimed' | 'review_taken_over' | 'review_released' | 'review_noted' | 'review_approved' | 'review_rejected',
>(
  action: Action,
  by: StaffMember,
  review: Reviewed,
  { commandId, at }: ReviewCommand,
) => ({ staffId: by.id, action, target: `review:${review.id}`, facts: factsOf(review), commandId, at })

const takenBy = ({ name }: Holder) => refuse('review_taken', { name })

/** What was overtaken is told as it stands now: by whom it was taken, or that it is decided. */
async function toldNow(
  env: Env,
  by: StaffMember,
  reviewId: number,
  acted: Awaited<ReturnType<typeof act>>,
): Promise<Outcome<null, QueueRefusal>> {
  if (acted.ok) return done(null)
  if (acted.refusal.code !== 'precondition_failed') return acted
  const file = await readReview(env.DB, reviewId)
  if (file && isOver(file.review.state)) return refuse('review_decided')
  return file?.holder && file.holder.staffId !== by.id ? takenBy(file.holder) : refuse('review_not_claimed')
}

/** Of each kind that the member may see: what waits, and what is in hand. */
export const kindsSeenBy = (by: StaffMember): ReviewKind[] =>
  REVIEW_KINDS.filter((kind) => checkPermission(by, `${kind}:read`).ok)

/** How many of each kind wait for somebody. */
export const countWaiting = (env: Pick<Env, 'DB'>) => countWaitingRows(env.DB)
