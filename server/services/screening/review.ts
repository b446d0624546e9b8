// Review of hits by two people: approved, it is another person or address; rejected, it is the one on the list. Neither moves money: a
// confirmed hit keeps what it concerns from being approved.

import type { DepositRow } from '#db/platform/deposit'
import { decideScreeningStatement, findScreening, findScreeningOf } from '#db/platform/screening'
import type { ReviewDecision, ReviewFacts } from '#domain/desk/review'
import { ROLES } from '#domain/desk/role'
import type { Subject } from '#db/platform/screening'
import { type Outcome, done, refuse } from '#domain/outcome'
import { writeAudited } from '../desk/audit'
import { reviewKind } from '../desk/review-kind'
import { findSenderHit, openHits, settleShared } from './check'
import { currentEdition, versionTextOf } from './lists'

export const screeningReview = reviewKind({
  name: 'screening',
  approvalsNeeded: 2,
  rejectionsNeeded: 2,
  roles: { read: ROLES, decide: ['reviewer', 'finance', 'admin'] },
  concerns: 'user',
  columns: ['screened_as', 'score'],
  read: async (env, subjectId) => {
    const row = await findScreening(env.DB, subjectId)
    if (!row) return null
    const hits = await openHits(env, row)
    const version = await versionTextOf(env, row.edition)
    return {
      lines: [
        { label: 'screened_as', value: row.kind },
        { label: 'reference', value: row.subjectId },
        { label: 'screened', value: `${row.state} ${version}` },
        ...(hits.length === 0 ? [{ label: 'screened', value: 'unreadable' } as const] : []),
        ...hits.map(({ score, value, name, source, uid, births, countries }) => {
          const entry = [name, `${source.toUpperCase()} ${uid}`, births.join(', '), countries.join(', ')].filter(
            Boolean,
          )
          return { label: 'hit', value: `${score}: ${value} ≈ ${entry.join(' · ')}` } as const
        }),
      ],
      images: [],
    }
  },
  approve: (env, decision) => end(env, decision, 'cleared'),
  refuse: (env, decision) => end(env, decision, 'confirmed'),
})

async function end(
  env: Env,
  { reviewId, subjectId, userId, at, reason }: ReviewDecision,
  state: 'cleared' | 'confirmed',
): Promise<Outcome<unknown>> {
  const row = await findScreening(env.DB, subjectId)
  if (!row) return refuse('review_not_found')
  if (row.state !== 'open') {
    await settleShared(env, userId, at)
    return done(null)
  }
  const hits = await openHits(env, row)
  const entry = {
    staffId: null,
    action: `screening_${state}`,
    target: `user:${userId}`,
    facts: {
      review: String(reviewId),
      subject: `${row.kind}:${row.subjectId}`,
      lists: await versionTextOf(env, row.edition),
      entries: hits.map(({ source, uid, score }) => `${source}:${uid}:${score}`).join(' '),
      reason,
    },
    commandId: `screening:${state}:${row.id}`,
    at,
  } as const
  const written = await writeAudited(env, entry, {
    statements: [decideScreeningStatement(env.DB, { id: row.id, state, at })],
  })
  if (written.ok) await settleShared(env, userId, at)
  return written
}

/** Review line of a deposit, where a sender was found on a list. */
export async function senderLines(env: Pick<Env, 'DB'>, row: DepositRow): Promise<ReviewFacts['lines']> {
  const hit = await findSenderHit(env, row)
  return hit ? [{ label: 'screened', value: `${hit.state} ${await versionTextOf(env, hit.edition)}` }] : []
}

/** Review line of a subject: its newest comparison; "none" while no list is loaded, "missing" before the first. */
export async function screenedLine(env: Env, subject: Subject): Promise<ReviewFacts['lines'][number]> {
  const row = await findScreeningOf(env.DB, subject)
  if (row) return { label: 'screened', value: `${row.state} ${await versionTextOf(env, row.edition)}` }
  const { id } = await currentEdition(env)
  return { label: 'screened', value: id === '' ? 'none' : 'missing' }
}
