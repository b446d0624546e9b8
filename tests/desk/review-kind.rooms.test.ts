// A review kind outside all features: opened, listed, approved by two people and executed, with only its own entry. The queue reads no
// tables but reviews and staff.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openReviewStatement } from '#db/platform/review-request'
import { REVIEW_STATES, type ReviewDecision, moneySummary } from '#domain/desk/review'
import { decodeAmount } from '#domain/money/amount'
import { done } from '#domain/outcome'
import { claimReview, countWaiting, decideReview, openReviewFile, readQueue } from '#services/desk/queue'
import { resolveReview } from '#services/desk/resolve'
import { reviewKind } from '#services/desk/review-kind'
import type { Session } from '#session/session'
import { type Hired, NOON, codeOf, commandId, customer, firstAdmin, hire, reviewOf, seed, valueOf } from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const carriedOut: ReviewDecision[] = []
const note = (_: Env, decision: ReviewDecision) => {
  carriedOut.push(decision)
  return Promise.resolve(done(null))
}
const toy = reviewKind({
  name: 'toy',
  approvalsNeeded: 2,
  roles: { read: ['finance', 'admin'], decide: ['finance'] },
  concerns: 'user',
  columns: ['amount', 'network'],
  read: (_, subjectId) => Promise.resolve({ lines: [{ label: 'name', value: `toy ${subjectId}` }], images: [] }),
  approve: note,
  refuse: note,
})
const objection = { ...toy, name: 'objection', rejectionsNeeded: 2 } as const
/** Its review names no user; its feature knows the owner of the money. */
const foundMoney = { ...toy, name: 'found', concerns: () => Promise.resolve([alice.userId]) } as const
const KINDS = [toy, objection, foundMoney]
const summary = moneySummary({ assetId: 3, amount: decodeAmount('75000000'), network: 'TRC20' })

let fiona: Hired, frank: Hired, flora: Hired, rita: Hired
let alice: Session

beforeAll(async () => {
  await seed()
  const ada = await firstAdmin()
  fiona = await hire(ada.member, 'Fiona', 'finance')
  frank = await hire(ada.member, 'Frank', 'finance')
  flora = await hire(ada.member, 'Flora', 'finance')
  rita = await hire(ada.member, 'Rita', 'reviewer')
  alice = await customer('Alice')
})

async function open(subjectId: string, kind: string = toy.name): Promise<number> {
  await openReviewStatement(env.DB, { kind, subjectId, userId: alice.userId, at: NOON, summary })
  return reviewOf(subjectId)
}

const decide = async (by: Hired, reviewId: number, verdict: 'approve' | 'reject' = 'approve') => {
  const command = () => ({ reviewId, commandId: commandId(), at: NOON })
  const claimed = await claimReview(env, by.member, command(), KINDS)
  if (!claimed.ok) return claimed
  return decideReview(env, by.member, { ...command(), verdict, reason: 'Seen.' }, KINDS)
}

describe('a kind of review that is one entry', () => {
  it('stands in the queue as its feature wrote it, and is carried out once when two people have approved', async () => {
    const id = await open('t-1')
    const filter = { kinds: [toy.name], states: ['open'] } as const
    const { rows, total } = await readQueue(env, filter, { page: 1, limit: 10 })
    expect(total).toBe(1)
    expect(rows[0]).toMatchObject({
      id,
      userName: 'alice@example.com',
      assetId: 3,
      amount: '75000000',
      summary: { lines: [{ label: 'network', value: 'TRC20' }], cells: [] },
    })
    expect(await countWaiting(env)).toContainEqual({
      ...{ kind: 'toy', state: 'open', total: 1 },
      oldestAt: expect.any(Number),
    })

    expect(valueOf(await decide(fiona, id))).toEqual({ kind: 'seconding' })
    expect(codeOf(await decide(fiona, id))).toBe('second_person_needed')
    expect(carriedOut).toEqual([])
    expect(valueOf(await decide(frank, id))).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(await resolveReview(env, id, KINDS)).toEqual({ kind: 'done' })
    expect(carriedOut).toEqual([
      expect.objectContaining({ subjectId: 't-1', verdict: 'approve', userId: alice.userId }),
    ])
  })

  it('is rejected by one', async () => {
    const id = await open('t-2')
    expect(valueOf(await decide(fiona, id, 'reject'))).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(carriedOut.at(-1)).toMatchObject({ subjectId: 't-2', verdict: 'reject', reason: 'Seen.' })
  })

  it('is rejected by two where money waits for it, and by a third where the first two differ', async () => {
    const same = await open('t-4', objection.name)
    expect(valueOf(await decide(fiona, same, 'reject'))).toEqual({ kind: 'seconding' })
    expect(codeOf(await decide(fiona, same, 'reject'))).toBe('second_person_needed')
    expect(carriedOut.at(-1)).not.toMatchObject({ subjectId: 't-4' })
    expect(valueOf(await decide(frank, same, 'reject'))).toMatchObject({ kind: 'decided' })
    expect(carriedOut.at(-1)).toMatchObject({
      subjectId: 't-4',
      verdict: 'reject',
    })

    const split = await open('t-5', objection.name)
    expect(valueOf(await decide(fiona, split, 'approve'))).toEqual({ kind: 'seconding' })
    expect(valueOf(await decide(frank, split, 'reject'))).toEqual({ kind: 'seconding' })
    expect(valueOf(await decide(flora, split, 'reject'))).toMatchObject({ kind: 'decided' })
    expect(carriedOut.at(-1)).toMatchObject({ subjectId: 't-5', verdict: 'reject' })
  })

  it('is decided by nobody whose customer account it is about, also where its feature alone knows whose', async () => {
    const id = await open('t-6', foundMoney.name)
    await env.DB.prepare('UPDATE review SET user_id = 0 WHERE id = ?').bind(id).run()
    await env.DB.prepare('UPDATE user SET email = ? WHERE id = ?').bind(fiona.member.email, alice.userId).run()
    expect(codeOf(await decide(fiona, id))).toBe('own_account')
    await env.DB.prepare("UPDATE user SET email = 'alice@example.com' WHERE id = ?").bind(alice.userId).run()
    expect(codeOf(await decide(fiona, id))).toBe('ok')
  })

  it('is decided by its own roles alone, and looks like none to the others', async () => {
    const id = await open('t-3')
    expect(codeOf(await decide(rita, id))).toBe('review_not_found')
    expect(await openReviewFile(env, rita.member, id, KINDS)).toBeNull()
    expect(await (await openReviewFile(env, fiona.member, id, KINDS))?.kind.read(env, 't-3', 'en')).toMatchObject({
      lines: [{ label: 'name', value: 'toy t-3' }],
    })
    // A review of an unlisted kind is invisible.
    expect(await openReviewFile(env, fiona.member, id)).toBeNull()
  })
})

it('The queue reads reviews, names of staff and who closed an account, and no table of a feature', async () => {
  const asked: string[] = []
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'prepare')
        return (text: string) => {
          asked.push(text)
          return target.prepare(text)
        }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  await readQueue({ DB }, { kinds: ['deposit', 'toy'], states: REVIEW_STATES }, { page: 1, limit: 10 })
  await countWaiting({ DB })
  const tables = asked.flatMap((text) => [...text.matchAll(/\b(?:from|join) "?(\w+)"?/gi)].map(([, table]) => table))
  expect(asked.length).toBeGreaterThan(2)
  expect([...new Set(tables)].sort()).toEqual(['json_each', 'review', 'staff', 'user'])
})
