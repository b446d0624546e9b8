// Two approvals, for every kind of review: what needs two people never happens by one, whatever the review's row says, and a decision that a
// crash left undone is executed although an approver has gone since.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openReviewStatement } from '#db/platform/review-request'
import { type ReviewDecision, type ReviewSummary, type Verdict, moneySummary } from '#domain/desk/review'
import type { Role } from '#domain/desk/role'
import { decodeAmount } from '#domain/money/amount'
import { done } from '#domain/outcome'
import { claimReview, decideReview } from '#services/desk/queue'
import { resolveReview } from '#services/desk/resolve'
import { type ReviewKind, decisionsNeeded } from '#services/desk/review-kind'
import { REVIEW_KINDS } from '#services/desk/review-kinds'
import { disableStaff } from '#services/desk/staff'
import type { Session } from '#session/session'
import { type Hired, NOON, commandId, customer, firstAdmin, hire, reviewOf, secondAdmin, seed, valueOf } from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const executed: ReviewDecision[] = []
const note = (_: Env, decision: ReviewDecision) => {
  executed.push(decision)
  return Promise.resolve(done(null))
}
const SUMMARY: ReviewSummary = moneySummary({ assetId: 3, amount: decodeAmount('75000000'), network: '' })
const ADVANCED: ReviewSummary = { ...SUMMARY, lines: [{ label: 'level', value: '2' }] }

/** Each kind with its own roles and numbers; its subject and what it does are replaced. */
const KINDS = REVIEW_KINDS.map((kind: ReviewKind): ReviewKind => {
  const { findStaffConcerned: _, ...own } = kind
  return { ...own, concerns: 'user', checkApproval: () => Promise.resolve(done(null)), approve: note, refuse: note }
})
/** Identities of level 2 are the one kind whose subjects differ in it. */
const WITH_TWO = KINDS.flatMap((kind) =>
  (kind.approvalsNeededFor ? [SUMMARY, ADVANCED] : [SUMMARY]).flatMap((summary) =>
    (['approve', 'reject'] as const)
      .filter((verdict) => decisionsNeeded(kind, { summary }, verdict) === 2)
      .map((verdict) => ({ name: kind.name, kind, summary, verdict })),
  ),
)

let alice: Session
const hired: Partial<Record<Role, readonly [Hired, Hired]>> = {}
let auditor: Hired, ada: Hired

beforeAll(async () => {
  await seed()
  ada = await firstAdmin()
  const engage = async (role: Role, names: readonly [string, string]) => {
    hired[role] = [await hire(ada.member, names[0], role), await hire(ada.member, names[1], role)]
  }
  hired.admin = [ada, await secondAdmin()]
  await engage('finance', ['Fiona', 'Frank'])
  await engage('reviewer', ['Rita', 'Ruth'])
  auditor = await hire(ada.member, 'Aurel', 'auditor')
  alice = await customer('Alice')
})

const decidersOf = ({ roles }: ReviewKind): readonly [Hired, Hired] => {
  const two = roles.decide.map((role) => hired[role]).find((found) => found !== undefined)
  if (!two) throw new Error('a role without people')
  return two
}

let subjects = 0
async function open({ name }: ReviewKind, summary: ReviewSummary): Promise<number> {
  const subjectId = `two-${(subjects += 1)}`
  await openReviewStatement(env.DB, { kind: name, subjectId, userId: alice.userId, at: NOON, summary })
  return reviewOf(subjectId)
}

async function decide({ member }: Hired, reviewId: number, verdict: Verdict) {
  const command = () => ({ reviewId, commandId: commandId(), at: NOON })
  valueOf(await claimReview(env, member, command(), KINDS))
  return valueOf(await decideReview(env, member, { ...command(), verdict, reason: 'Seen.' }, KINDS))
}

type Given = readonly [by: Hired, verdict: Verdict, at?: number]

/** A review that says of itself that it is decided, with these decisions. */
async function forge(kind: ReviewKind, summary: ReviewSummary, verdict: Verdict, ...given: readonly Given[]) {
  const id = await open(kind, summary)
  for (const [by, said, at = NOON] of given)
    await env.DB.prepare("insert into review_decision values (?, ?, ?, '', ?, ?)")
      .bind(id, by.member.id, said, at, commandId())
      .run()
  await env.DB.prepare('update review set state = ?, decided_at = ? where id = ?')
    .bind(verdict === 'approve' ? 'approved' : 'rejected', NOON + 10, id)
    .run()
  return id
}

const REFUSED = { kind: 'refused', code: 'second_person_needed' }

describe.each(WITH_TWO)('$name, $verdict: two people', ({ kind, summary, verdict }) => {
  it('decide through the queue, and one of them changes nothing', async () => {
    const [first, second] = decidersOf(kind)
    const id = await open(kind, summary)
    const before = executed.length
    expect(await decide(first, id, verdict)).toEqual({ kind: 'seconding' })
    expect(await resolveReview(env, id, KINDS)).toEqual({ kind: 'owed' })
    expect(executed).toHaveLength(before)
    expect(await decide(second, id, verdict)).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(executed).toHaveLength(before + 1)
  })

  it('are counted again before it happens, whatever the row says', async () => {
    const [first, second] = decidersOf(kind)
    const other = verdict === 'approve' ? 'reject' : 'approve'
    const before = executed.length
    for (const given of [
      [],
      [[first, verdict]],
      [
        [first, verdict],
        [second, other],
      ],
      [
        [first, verdict],
        [auditor, verdict],
      ],
      // Given before its author came to the role.
      [
        [first, verdict],
        [second, verdict, 1],
      ],
    ] as const satisfies readonly (readonly Given[])[]) {
      const id = await forge(kind, summary, verdict, ...given)
      expect(await resolveReview(env, id, KINDS)).toEqual(REFUSED)
    }
    expect(executed).toHaveLength(before)
    const id = await forge(kind, summary, verdict, [first, verdict], [second, verdict])
    expect(await resolveReview(env, id, KINDS)).toEqual({ kind: 'done' })
    expect(executed).toHaveLength(before + 1)
  })
})

it('Every kind that moves money needs two approvals', () => {
  const withTwo = new Set(WITH_TWO.filter(({ verdict }) => verdict === 'approve').map(({ name }) => name))
  const money = ['deposit', 'withdrawal', 'buy', 'buy_refund', 'buy_payment', 'buy_line', 'loan', 'correction']
  expect(money.filter((name) => !withTwo.has(name))).toEqual([])
})

describe('an approver who leaves', () => {
  const withdrawals = KINDS.filter(({ name }) => name === 'withdrawal')
  const [kind] = withdrawals as [ReviewKind]

  it('after the decision has approved it: what a crash left undone is still done', async () => {
    const [gina, hugo] = [await hire(ada.member, 'Gina', 'finance'), await hire(ada.member, 'Hugo', 'finance')]
    let isUp = false
    const approve: ReviewKind['approve'] = (...given) => {
      if (!isUp) throw new Error('the room is down')
      return note(...given)
    }
    const failing = [{ ...kind, approve }]
    const id = await open(kind, SUMMARY)
    await decide(gina, id, 'approve')
    const command = () => ({ reviewId: id, commandId: commandId(), at: NOON })
    valueOf(await claimReview(env, hugo.member, command(), failing))
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const decided = await decideReview(env, hugo.member, { ...command(), verdict: 'approve', reason: '' }, failing)
    log.mockRestore()
    expect(valueOf(decided)).toEqual({ kind: 'decided', resolved: { kind: 'owed' } })

    for (const { member } of [gina, hugo])
      valueOf(await disableStaff(env, ada.member, { id: member.id, commandId: commandId(), at: NOON + 1 }))
    isUp = true
    const before = executed.length
    expect(await resolveReview(env, id, failing)).toEqual({ kind: 'done' })
    expect(executed).toHaveLength(before + 1)
  })

  it('before the decision has approved nothing', async () => {
    const ivan = await hire(ada.member, 'Ivan', 'finance')
    const [fiona] = decidersOf(kind)
    valueOf(await disableStaff(env, ada.member, { id: ivan.member.id, commandId: commandId(), at: NOON + 5 }))
    const id = await forge(kind, SUMMARY, 'approve', [ivan, 'approve'], [fiona, 'approve'])
    expect(await resolveReview(env, id, KINDS)).toEqual(REFUSED)
  })
})
