// Life of a review: claim, notes, decision, execution by its kind. Two-person reviews need two different people, since
// decisions are one row per person. Of two concurrent actions the first succeeds and the second is refused.

import {
  type Holder,
  type QueueFilter,
  type QueueRow,
  type ReviewFile,
  claimStatement,
  countWaiting as countWaitingRows,
  decideStatements,
  isClaimable,
  isClaimedBy,
  isJudgedBy,
  listQueue,
  noteStatement,
  readReview,
  releaseStatement,
} from '#db/platform/review'
import type { Slice } from '#db/platform/slice'
import { sql } from 'drizzle-orm'
import { NOTE_LENGTH_MAX, REASON_LENGTH_MAX, type Verdict, isOver } from '#domain/desk/review'
import { type Outcome, done, refuse } from '#domain/outcome'
import { MINUTE_MS } from '#domain/time'
import { type AuditRefusal, writeAudited } from './audit'
import { type Resolved, resolveReview } from './resolve'
import { isFresh } from './factors'
import { checkNotOwn } from './own-account'
import { type ReviewKind, approverRoles, countApprovals, decisionsNeeded } from './review-kind'
import { REVIEW_KINDS } from './review-kinds'
import { type StaffMember, checkPermission } from './session'

export type { QueueFilter, QueueRow }

/** Minutes after which a colleague may take over a claimed review. */
export const CLAIM_MINUTES = 30
const CLAIM_MS = CLAIM_MINUTES * MINUTE_MS

export type QueueRefusal =
  | AuditRefusal
  | 'permission_missing'
  | 'review_not_found'
  | 'review_not_claimed'
  | 'review_taken'
  | 'review_decided'
  | 'second_person_needed'
  | 'staff_own_account'
  | 'own_account'
  | 'reason_missing'
  | 'reason_too_long'
  | 'desk_login_stale'
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

type Kinds = readonly ReviewKind[]

export interface OpenedReview extends ReviewFile {
  readonly kind: ReviewKind
}

/** Review file; null both for an unknown review and for one without read permission. */
export async function openReviewFile(
  env: Pick<Env, 'DB'>,
  by: StaffMember,
  id: number,
  kinds: Kinds = REVIEW_KINDS,
): Promise<OpenedReview | null> {
  const file = await readReview(env.DB, id)
  const kind = kinds.find(({ name }) => name === file?.review.kind)
  return file && kind?.roles.read.includes(by.role) ? { ...file, kind } : null
}

/** Time (ms) when others may take over a claimed review. */
export const leftAt = ({ since }: Holder): number => since + CLAIM_MS

/** Claims a review. Taking over requires naming the current holder, whose claim has expired. */
export async function claimReview(
  env: Env,
  by: StaffMember,
  { from, ...command }: ReviewCommand & { readonly from?: number | undefined },
  kinds: Kinds = REVIEW_KINDS,
): Promise<Outcome<null, QueueRefusal>> {
  const found = await findToDecide(env, by, command, kinds)
  if (!found.ok) return found
  const { review, holder, decisions } = found.value
  if (isOver(review.state)) return refuse('review_decided')
  if (decisions.some(({ staffId }) => staffId === by.id)) return refuse('second_person_needed')
  const foreign = await checkForeign(env, by, found.value, command)
  if (!foreign.ok) return foreign
  const isOthers = holder !== null && holder.staffId !== by.id
  if (isOthers && (holder.staffId !== from || command.at < leftAt(holder))) return takenBy(holder)

  const hand = { id: review.id, staffId: by.id, at: command.at }
  const entry = isOthers
    ? {
        ...entryOf('review_taken_over', by, review, command),
        facts: { ...factsOf(review), from: String(holder.staffId) },
      }
    : entryOf('review_claimed', by, review, command)
  const written = await writeAudited(env, entry, {
    precondition: isClaimable(hand, isOthers ? { from: holder.staffId, leftSince: command.at - CLAIM_MS } : null),
    statements: [claimStatement(env.DB, hand)],
  })
  return currentNow(env, by, review.id, written)
}

export async function releaseReview(
  env: Env,
  by: StaffMember,
  command: ReviewCommand,
): Promise<Outcome<null, QueueRefusal>> {
  const found = await findToDecide(env, by, command, REVIEW_KINDS)
  if (!found.ok) return found
  const { review, decisions } = found.value
  const written = await writeAudited(env, entryOf('review_released', by, review, command), {
    precondition: isClaimedBy({ id: review.id, staffId: by.id }, decisions.length),
    statements: [releaseStatement(env.DB, review.id, decisions.length > 0 ? 'seconding' : 'open')],
  })
  return currentNow(env, by, review.id, written)
}

/** Adds a note; allowed for every reader of the review. */
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
  const written = await writeAudited(env, entryOf('review_noted', by, file.review, command), {
    statements: [noteStatement(env.DB, { ...hand, text: note, commandId: command.commandId })],
  })
  if (!written.ok) return written
  if (!written.value.isRepeated) return done(null)
  const notes = (await readReview(env.DB, command.reviewId))?.notes ?? []
  return notes.some(({ text: noted }) => noted === note) ? done(null) : refuse('command_id_reused')
}

/** `seconding`: awaiting a second decision. `decided`: executed, with the result of its kind. */
export type Decided = { readonly kind: 'seconding' } | { readonly kind: 'decided'; readonly resolved: Resolved }

export interface Decide extends ReviewCommand {
  readonly verdict: Verdict
  /** Required to reject. Visible to the user. */
  readonly reason: string
}

export async function decideReview(
  env: Env,
  by: StaffMember,
  command: Decide,
  kinds: Kinds = REVIEW_KINDS,
): Promise<Outcome<Decided>> {
  const found = await findToDecide(env, by, command, kinds)
  const reason = command.reason.trim()
  if (!found.ok) return found
  const { kind, review, holder, decisions } = found.value
  const own = decisions.find(({ staffId }) => staffId === by.id)
  // A retry gets the current state of the review.
  if (own?.commandId === command.commandId) {
    const isSame = own.verdict === command.verdict && own.reason === reason
    return isSame ? done(await resolveNow(env, review.id, kinds)) : refuse('command_id_reused')
  }
  if (kind.needsFreshLogin && !isFresh(by, command.at)) return refuse('desk_login_stale')
  if (isOver(review.state)) return refuse('review_decided')
  if (own) return refuse('second_person_needed')
  const foreign = await checkForeign(env, by, found.value, command)
  if (!foreign.ok) return foreign
  if (!holder) return refuse('review_not_claimed')
  if (holder.staffId !== by.id) return takenBy(holder)
  if (command.verdict === 'reject' && reason === '') return refuse('reason_missing')
  if (reason.length > REASON_LENGTH_MAX) return refuse('reason_too_long', { bound: String(REASON_LENGTH_MAX) })

  const { commandId, at, verdict } = command
  const approvable = verdict === 'approve' ? await kind.checkApproval?.(env, review.subjectId) : undefined
  if (approvable?.ok === false) return approvable
  // Two approvals, where the kind needs two: those of people who left the desk or changed role do not count.
  const counted = countApprovals(kind, decisions, { verdict })
  const isOne = counted + 1 < decisionsNeeded(kind, review, verdict)
  const state = isOne ? 'seconding' : verdict === 'approve' ? 'approved' : 'rejected'
  const hand = { id: review.id, staffId: by.id }
  const action = verdict === 'approve' ? 'review_approved' : 'review_rejected'
  const written = await writeAudited(
    env,
    { ...entryOf(action, by, review, command), facts: { ...factsOf(review), reason } },
    {
      precondition: sql`${isClaimedBy(hand, decisions.length)} and ${isJudgedBy(hand, { verdict, judges: approverRoles(kind, verdict), deciders: kind.roles.decide, verdicts: counted })}`,
      statements: decideStatements(env.DB, { id: review.id, staffId: by.id, at, verdict, reason, commandId, state }),
    },
  )
  const current = await currentNow(env, by, review.id, written)
  return current.ok ? done(await resolveNow(env, review.id, kinds)) : current
}

/** Executes the decision at once; after a failure the sweep retries. */
async function resolveNow(env: Env, reviewId: number, kinds: Kinds): Promise<Decided> {
  const file = await readReview(env.DB, reviewId)
  if (!file || !isOver(file.review.state)) return { kind: 'seconding' }
  return { kind: 'decided', resolved: await resolveReview(env, reviewId, kinds) }
}

async function findToDecide(
  env: Env,
  by: StaffMember,
  { reviewId }: Pick<ReviewCommand, 'reviewId'>,
  kinds: Kinds,
): Promise<Outcome<OpenedReview, 'review_not_found' | 'permission_missing' | 'staff_own_account'>> {
  const file = await openReviewFile(env, by, reviewId, kinds)
  if (!file) return refuse('review_not_found')
  const { kind, review } = file
  if (!kind.roles.decide.includes(by.role)) return refuse('permission_missing')
  const concerned = await kind.findStaffConcerned?.(env, review.subjectId)
  return concerned === by.id ? refuse('staff_own_account') : done(file)
}

type Reviewed = ReviewFile['review']

/** Refuses reviewers with a personal interest. Applied to every kind, so that no feature can omit it. */
async function checkForeign(
  env: Pick<Env, 'DB'>,
  by: StaffMember,
  { kind, review: { id, userId, subjectId } }: Pick<OpenedReview, 'kind' | 'review'>,
  { commandId, at }: ReviewCommand,
): Promise<Outcome<null, 'own_account'>> {
  const found = typeof kind.concerns === 'function' ? await kind.concerns(env, subjectId) : []
  for (const concerned of new Set([userId, ...found])) {
    const foreign = await checkNotOwn(env, by, { userId: concerned, target: `review:${id}`, commandId, at })
    if (!foreign.ok) return foreign
  }
  return done(null)
}

const factsOf = ({ kind, subjectId, userId }: Reviewed): Record<string, string> => ({
  kind,
  subject: subjectId,
  user: String(userId),
})

const entryOf = <
  Action extends
    | 'review_claimed'
    | 'review_taken_over'
    | 'review_released'
    | 'review_noted'
    | 'review_approved'
    | 'review_rejected',
>(
  action: Action,
  by: StaffMember,
  review: Reviewed,
  { commandId, at }: ReviewCommand,
) => ({ staffId: by.id, action, target: `review:${review.id}`, facts: factsOf(review), commandId, at })

const takenBy = ({ name }: Holder) => refuse('review_taken', { name })

/** A late command gets the review's current state: claimed by a colleague, or decided. */
async function currentNow(
  env: Env,
  by: StaffMember,
  reviewId: number,
  written: Awaited<ReturnType<typeof writeAudited>>,
): Promise<Outcome<null, QueueRefusal>> {
  if (written.ok) return done(null)
  if (written.refusal.code !== 'precondition_failed') return written
  const file = await readReview(env.DB, reviewId)
  if (file && isOver(file.review.state)) return refuse('review_decided')
  return file?.holder && file.holder.staffId !== by.id ? takenBy(file.holder) : refuse('review_not_claimed')
}

/** Pending reviews per kind. */
export const countWaiting = (env: Pick<Env, 'DB'>) => countWaitingRows(env.DB)
