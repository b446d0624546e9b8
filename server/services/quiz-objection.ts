// Review of objections to quiz answers. Two people decide each objection, and payout waits for them. An upheld
// objection cancels the event; on disagreement a third person decides.

import { findQuizObjection, loadQuizEvents, replyToObjection } from '#db/platform/quiz'
import type { ReviewDecision, ReviewFacts } from '#domain/desk/review'
import { ROLES } from '#domain/desk/role'
import type { Language } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import { reviewKind } from './desk/review-kind'

export const objectionReview = reviewKind({
  name: 'objection',
  approvalsNeeded: 2,
  rejectionsNeeded: 2,
  roles: { read: ROLES, decide: ['finance', 'admin'] },
  concerns: 'user',
  columns: ['event'],
  read: objectionFacts,
  approve: (env, decision) => reply(env, decision, true),
  refuse: (env, decision) => reply(env, decision, false),
})

const partsOf = (subjectId: string) => {
  const [eventId = 0, userId = 0] = subjectId.split(':').map((part) => parseInt(part, 10))
  return { eventId, userId }
}

async function reply(env: Env, { subjectId, reason }: ReviewDecision, isUpheld: boolean): Promise<Outcome<null>> {
  const { eventId, userId } = partsOf(subjectId)
  if (!(await findQuizObjection(env.DB, eventId, userId))) return refuse('quiz_event_not_found')
  await replyToObjection(env.DB, { eventId, userId, isUpheld, reply: reason })
  return done(null)
}

async function objectionFacts(env: Env, subjectId: string, language: Language): Promise<ReviewFacts | null> {
  const { eventId, userId } = partsOf(subjectId)
  const [objection, [event]] = await Promise.all([
    findQuizObjection(env.DB, eventId, userId),
    loadQuizEvents(env.DB, language, eventId),
  ])
  if (!objection) return null
  const answer = event?.answer
  return {
    lines: [
      { label: 'event', value: `#${eventId} ${event?.question ?? ''}` },
      ...(answer
        ? ([
            { label: 'value', value: event.options[answer.answer - 1] ?? '—' },
            { label: 'evidence', value: answer.evidence },
          ] as const)
        : []),
      { label: 'reason', value: objection.reason },
    ],
    images: [],
  }
}
