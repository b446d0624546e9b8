// Loader and actions of a review: subject, notes, decisions.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { DECIDED_STATES, NO_USER, VERDICTS, type Verdict } from '#domain/desk/review'
import { mayDo } from '#domain/desk/role'
import { type Outcome, refuse } from '#domain/outcome'
import {
  CLAIM_MINUTES,
  type Decided,
  claimReview,
  decideReview,
  leftAt,
  noteReview,
  openReviewFile,
  readQueue,
  releaseReview,
} from '#services/desk/queue'
import { decisionsNeeded, standsFor } from '#services/desk/review-kind'
import { findKind } from '#services/desk/review-kinds'
import {
  type DeskAnswer,
  answerDesk,
  deskPage,
  deskRefusalText,
  requireStaff,
  requireStaffForm,
} from '../../admin/enter.server'
import { idOf } from '../../lists/query'
import { fieldOf, readLanguage } from '../../visitor/visitor.server'

const OTHERS_SHOWN = 10

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, null)
  const { env } = args.context
  const file = await openReviewFile(env, member, idOf(args.params['id']))
  const kind = findKind(file?.review.kind)
  if (!file || !kind) throw new Response(null, { status: 404 })
  const { review, holder, decisions, notes, isSealed } = file
  const now = Date.now()
  const { subjectId, userId } = review
  const others = { kinds: [kind.name], states: DECIDED_STATES, userId } as const
  const [facts, before] = await Promise.all([
    isSealed ? null : kind.read(env, subjectId, readLanguage(args.request)),
    readQueue(env, others, { page: 1, limit: OTHERS_SHOWN }),
  ])
  return {
    ...deskPage(args.request, `case_${kind.name}`, { number: String(review.id) }),
    review,
    isSealed,
    resolveProblem:
      review.resolveRefusal === null ? null : deskRefusalText(args.request, { code: review.resolveRefusal, facts: {} }),
    decisions: decisions.map((decision) => {
      const { staffName, verdict, reason, at } = decision
      const isCarried = review.state === (verdict === 'approve' ? 'approved' : 'rejected')
      const isFallen = !isCarried && !standsFor(kind, decision, verdict)
      return { staffName, verdict, reason, at, isFallen }
    }),
    notes,
    facts,
    before: userId === NO_USER ? [] : before.rows.filter(({ id }) => id !== review.id),
    approvalsNeeded: decisionsNeeded(kind, review),
    rejectionsNeeded: decisionsNeeded(kind, review, 'reject'),
    isMine: holder?.staffId === member.id,
    holder: holder && { ...holder, isLeft: now >= leftAt(holder), minutes: String(CLAIM_MINUTES) },
    hasDecided: decisions.some(({ staffId }) => staffId === member.id),
    mayDecide: kind.roles.decide.includes(member.role),
    mayNote: mayDo(member.role, 'reviews:note'),
  }
}

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(args, null)
  const { env } = args.context
  const reviewId = idOf(args.params['id'])
  const command = { reviewId, commandId, at }
  const step = fieldOf(form, 'step')
  const answer = (outcome: Outcome<unknown>, done: string) =>
    answerDesk(args.request, outcome, { step, path: `/admin/reviews/${reviewId}`, done })
  switch (step) {
    case 'claim':
      return answer(await claimReview(env, member, command), 'claimed')
    case 'take_over':
      return answer(await claimReview(env, member, { ...command, from: idOf(fieldOf(form, 'from')) }), 'claimed')
    case 'release':
      return answer(await releaseReview(env, member, command), 'released')
    case 'note':
      return answer(await noteReview(env, member, { ...command, text: fieldOf(form, 'text') }), 'noted')
    case 'decide': {
      const verdict = VERDICTS.find((each) => each === fieldOf(form, 'verdict'))
      if (!verdict) return answer(refuse('verdict_missing'), '')
      const decided = await decideReview(env, member, { ...command, verdict, reason: fieldOf(form, 'reason') })
      return answer(decided, decided.ok ? doneOf(decided.value, verdict) : '')
    }
    default:
      return answer(refuse('request_malformed'), '')
  }
}

function doneOf(decided: Decided, verdict: Verdict): string {
  if (decided.kind === 'seconding') return verdict === 'approve' ? 'seconding' : 'seconding_rejection'
  return decided.resolved.kind === 'done' ? 'decided' : decided.resolved.kind
}
