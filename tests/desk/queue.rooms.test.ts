// Reviews: claims, permissions, concurrent decisions, two people for money, and a crash between a decision and its execution.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { openDirectory } from '#db/platform/directory'
import { IS_UNRESOLVED, cancelReviewStatement, openReviewStatement } from '#db/platform/review-request'
import { review } from '#db/platform/review-schema'
import { type ReviewDecision, moneySummary } from '#domain/desk/review'
import { decodeAmount } from '#domain/money/amount'
import { done, refuse } from '#domain/outcome'
import { callAccountAsSystem } from '#services/account-room'
import { verifyAudit, writeAudited } from '#services/desk/audit'
import { proposeCorrection } from '#services/desk/correction'
import { claimReview, decideReview, noteReview, openReviewFile, readQueue, releaseReview } from '#services/desk/queue'
import { resolveReview } from '#services/desk/resolve'
import type { ReviewKind } from '#services/desk/review-kind'
import { REVIEW_KINDS, type ReviewKindName } from '#services/desk/review-kinds'
import { findMoneyReviews } from '#services/desk/users'
import type { Session } from '#session/session'
import { runSweep } from '../../server/cron/sweep'
import {
  type Hired,
  NOON,
  codeOf,
  commandId,
  customer,
  firstAdmin,
  hire,
  reviewOf,
  seed,
  valueOf,
  readFacts,
} from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let ada: Hired, fiona: Hired, frank: Hired, rita: Hired, sam: Hired, olga: Hired
let alice: Session
let subjects = 0
const ASKED_MONEY = moneySummary({ assetId: 3, amount: decodeAmount('75000000'), network: 'TRC20' })

beforeAll(async () => {
  await seed()
  ada = await firstAdmin()
  fiona = await hire(ada.member, 'Fiona', 'finance')
  frank = await hire(ada.member, 'Frank', 'finance')
  rita = await hire(ada.member, 'Rita', 'reviewer')
  sam = await hire(ada.member, 'Sam', 'support')
  olga = await hire(ada.member, 'Olga', 'auditor')
  alice = await customer('Alice')
})
beforeEach(() => env.DB.prepare('delete from attempt_counter').run())

/** Opens a review as a feature does; answers its number. */
async function open(kind: ReviewKindName, at = NOON): Promise<number> {
  const subjectId = `subject-${(subjects += 1)}`
  await openReviewStatement(env.DB, { kind, subjectId, userId: alice.userId, at, summary: ASKED_MONEY })
  const id = await env.DB.prepare('select id from review where kind = ? and subject_id = ?')
    .bind(kind, subjectId)
    .first<number>('id')
  if (id === null) throw new Error('no review was opened')
  return id
}

const command = (reviewId: number, at = NOON) => ({ reviewId, commandId: commandId(), at })
const claim = (by: Hired, id: number, at = NOON) => claimReview(env, by.member, command(id, at))
const approve = (by: Hired, id: number, given: string = commandId()) =>
  decideReview(env, by.member, { reviewId: id, verdict: 'approve', reason: '', commandId: given, at: NOON })
const reject = (by: Hired, id: number, reason = 'The picture cannot be read.') =>
  decideReview(env, by.member, { ...command(id), verdict: 'reject', reason })
const stateOf = async (id: number) => (await openReviewFile(env, ada.member, id))?.review

/** A handler that records decisions; the test sets its answer. */
function recorder(answer: () => unknown = () => done(null)) {
  const heard: ReviewDecision[] = []
  const handler = async (_: Env, decision: ReviewDecision) => {
    heard.push(decision)
    return answer() as ReturnType<typeof done>
  }
  const kinds = REVIEW_KINDS.map((kind): ReviewKind => ({ ...kind, approve: handler, refuse: handler }))
  return { heard, kinds }
}

async function logOf(work: () => Promise<unknown>): Promise<string[]> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    await work()
    return log.mock.calls.map(String)
  } finally {
    log.mockRestore()
  }
}

describe('a review', () => {
  it('is opened once per subject and round', async () => {
    const asked = { kind: 'identity', subjectId: 'same', userId: alice.userId, at: NOON, summary: ASKED_MONEY } as const
    await openReviewStatement(env.DB, asked)
    await openReviewStatement(env.DB, asked)
    await openReviewStatement(env.DB, { ...asked, round: 2 })
    const rounds = await env.DB.prepare("select round from review where subject_id = 'same'").all()
    expect(rounds.results).toEqual([{ round: 1 }, { round: 2 }])
  })

  it('is had by one person: of two who claim at once, one is told that the other has it', async () => {
    const id = await open('identity')
    const both = await Promise.all([claim(ada, id), claim(rita, id)])
    expect(both.map(codeOf).sort()).toEqual(['ok', 'review_taken'])
    const { claimedBy } = (await stateOf(id)) ?? {}
    const [holder, other] = claimedBy === ada.member.id ? [ada, rita] : [rita, ada]
    expect(codeOf(await approve(other, id))).toBe('review_taken')
    expect(codeOf(await claim(holder, id))).toBe('ok')
  })

  it('can be given back, and be taken from somebody who left it for half an hour', async () => {
    const id = await open('identity')
    valueOf(await claim(rita, id))
    valueOf(await releaseReview(env, rita.member, command(id)))
    expect(await stateOf(id)).toMatchObject({ state: 'open', claimedBy: null })
    valueOf(await claim(rita, id))
    const later = NOON + 31 * 60_000
    const takeOver = (from: Hired, at = later) =>
      claimReview(env, ada.member, { ...command(id, at), from: from.member.id })
    const byRita = { ok: false, refusal: { code: 'review_taken', facts: { name: 'Rita' } } }
    // A takeover must name the current holder, who must have left the review for long enough.
    expect(await claim(ada, id, later)).toEqual(byRita)
    expect(await takeOver(rita, NOON + 29 * 60_000)).toEqual(byRita)
    expect(await takeOver(fiona)).toEqual(byRita)
    expect((await openReviewFile(env, ada.member, id))?.holder).toMatchObject({ name: 'Rita', since: NOON })
    expect(codeOf(await takeOver(rita))).toBe('ok')
    const byAda = { ok: false, refusal: { code: 'review_taken', facts: { name: 'ada' } } }
    expect(await approve(rita, id)).toMatchObject(byAda)
    expect(await releaseReview(env, rita.member, command(id))).toMatchObject(byAda)
    const log = await env.DB.prepare("select facts from audit_entry where action = 'review_taken_over'").first<{ facts: string }>() // prettier-ignore
    expect(JSON.parse(log?.facts ?? '{}')).toMatchObject({ from: String(rita.member.id) })
  })

  it('is decided only by whoever claimed it, and rejected only with a reason', async () => {
    const id = await open('identity')
    expect(codeOf(await approve(rita, id))).toBe('review_not_claimed')
    valueOf(await claim(rita, id))
    expect(codeOf(await reject(rita, id, '  '))).toBe('reason_missing')
    expect(codeOf(await reject(rita, id, 'x'.repeat(301)))).toBe('reason_too_long')
    expect(codeOf(await reject(rita, id))).toBe('ok')
    expect(await stateOf(id)).toMatchObject({ state: 'rejected', reason: 'The picture cannot be read.' })
    expect(codeOf(await claim(ada, id))).toBe('review_decided')
  })

  it('keeps the notes of everybody who may see it, and of nobody else', async () => {
    const id = await open('identity')
    const note = { ...command(id), text: 'She called.' }
    for (const text of ['She called.', ' She called. ']) valueOf(await noteReview(env, sam.member, { ...note, text }))
    expect(codeOf(await noteReview(env, sam.member, { ...note, text: 'She did not call.' }))).toBe('command_id_reused')
    expect(codeOf(await noteReview(env, olga.member, { ...command(id), text: 'Seen.' }))).toBe('permission_missing')
    expect(codeOf(await noteReview(env, sam.member, { ...command(id), text: ' ' }))).toBe('note_malformed')
    const file = await openReviewFile(env, ada.member, id)
    expect(file?.notes).toMatchObject([{ staffName: 'Sam', text: 'She called.' }])
    await expect(env.DB.prepare("update review_note set text = 'x'").run()).rejects.toThrow('never edited')
  })

  it('is closed when its user takes the subject back, unless it is decided', async () => {
    const [waiting, decided] = [await open('identity'), await open('identity')]
    valueOf(await claim(rita, decided))
    valueOf(await approve(rita, decided))
    for (const id of [waiting, decided]) {
      const { subjectId } = (await stateOf(id)) ?? { subjectId: '' }
      await cancelReviewStatement(env.DB, { kind: 'identity', subjectId, at: NOON })
    }
    expect(await stateOf(waiting)).toMatchObject({ state: 'cancelled' })
    expect(await stateOf(decided)).toMatchObject({ state: 'approved' })
    expect(codeOf(await claim(rita, waiting))).toBe('review_decided')
  })

  it('is seen and decided by the roles that may, and looks like none to the others', async () => {
    const id = await open('correction')
    expect(await openReviewFile(env, sam.member, id)).toBeNull()
    expect(codeOf(await claim(rita, id))).toBe('review_not_found')
    const withdrawal = await open('withdrawal')
    for (const by of [sam, rita, olga]) expect(codeOf(await claim(by, withdrawal))).toBe('permission_missing')
    const { rows } = await readQueue(env, { kinds: ['withdrawal'], states: ['open'] }, { page: 1, limit: 20 })
    expect(rows.map((row) => row.id)).toEqual([withdrawal])
    expect(rows[0]).toMatchObject({ userName: 'alice@example.com', claimedByName: null })
  })

  it('is found by what the ledger holds for it, in its newest round', async () => {
    const first = await open('withdrawal')
    const subjectId = `subject-${subjects}`
    await openReviewStatement(env.DB, {
      kind: 'withdrawal',
      subjectId,
      userId: alice.userId,
      at: NOON,
      round: 2,
      summary: ASKED_MONEY,
    })
    const found = await findMoneyReviews(env, fiona.member, alice.userId)
    expect(found.get(`withdrawal:${subjectId}`)).toBeGreaterThan(first)
  })
})

describe('two people', () => {
  it('have to approve a withdrawal, and the same person is not both', async () => {
    const id = await open('withdrawal')
    valueOf(await claim(fiona, id))
    expect(valueOf(await approve(fiona, id))).toEqual({ kind: 'seconding' })
    expect(await stateOf(id)).toMatchObject({ state: 'seconding', claimedBy: null, decidedAt: null })
    expect(codeOf(await claim(fiona, id))).toBe('second_person_needed')
    expect(codeOf(await approve(fiona, id))).toBe('second_person_needed')
    valueOf(await claim(frank, id))
    expect(valueOf(await approve(frank, id)).kind).toBe('decided')
    expect(await stateOf(id)).toMatchObject({ state: 'approved' })
    const file = await openReviewFile(env, ada.member, id)
    expect(file?.decisions.map(({ staffName }) => staffName)).toEqual(['Fiona', 'Frank'])
  })

  it('who approve at once: one counts as the first, and nothing is decided by one', async () => {
    const id = await open('withdrawal')
    valueOf(await claim(fiona, id))
    const both = await Promise.all([approve(fiona, id), approve(frank, id), approve(fiona, id)])
    expect(both.map(codeOf).filter((code) => code === 'ok')).toHaveLength(1)
    expect((await openReviewFile(env, ada.member, id))?.decisions).toHaveLength(1)
    expect(await stateOf(id)).toMatchObject({ state: 'seconding' })
  })

  it('even hand in hand with the database: a second row of one person is refused', async () => {
    const id = await open('withdrawal')
    valueOf(await claim(fiona, id))
    valueOf(await approve(fiona, id))
    const again = env.DB.prepare("insert into review_decision values (?, ?, 'approve', '', 1, 'forged-1')")
    await expect(again.bind(id, fiona.member.id).run()).rejects.toThrow('UNIQUE')
    await expect(env.DB.prepare('update review_decision set staff_id = 99').run()).rejects.toThrow('never edited')
  })

  it('one who rejects is enough: then nothing leaves', async () => {
    const id = await open('withdrawal')
    valueOf(await claim(fiona, id))
    valueOf(await approve(fiona, id))
    valueOf(await claim(frank, id))
    expect(valueOf(await reject(frank, id, 'The address is not hers.')).kind).toBe('decided')
    expect(await stateOf(id)).toMatchObject({ state: 'rejected', reason: 'The address is not hers.' })
  })
})

describe('a correction', () => {
  const ask = (by: Hired, differs: Partial<Parameters<typeof proposeCorrection>[2]> = {}) =>
    proposeCorrection(env, by.member, {
      userId: alice.userId,
      assetId: 3,
      wallet: 'change',
      amount: '25',
      direction: 'add',
      reason: 'A deposit was credited to somebody else.',
      commandId: commandId(),
      at: NOON,
      ...differs,
    })
  const balance = async () => {
    const { balances } = await callAccountAsSystem(env, alice.userId, {
      type: 'inspect',
      holdsPage: 1,
      entriesPage: 1,
      entryFilter: {},
      limit: 5,
    })
    return balances.find((row) => row.wallet === 'change' && row.assetId === 3)?.available
  }

  it('of 25 USDT is an entry once Fiona asked and Frank approved, and not before', async () => {
    const { correctionId } = valueOf(await ask(fiona))
    const id = await reviewOf(correctionId)
    const { rows } = await readQueue(
      env,
      { kinds: ['correction'], states: ['open', 'seconding'] },
      { page: 1, limit: 50 },
    )
    expect(rows.find((row) => row.id === id)).toMatchObject({
      amount: '25000000',
      summary: { lines: [{ label: 'wallet', value: 'change' }] },
    })
    const before = BigInt((await balance()) ?? '0')
    expect(codeOf(await claim(fiona, id))).toBe('second_person_needed')
    valueOf(await claim(frank, id))
    expect(valueOf(await approve(frank, id))).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(await balance()).toBe(String(before + 25_000_000n))
    const found = await findMoneyReviews(env, fiona.member, alice.userId)
    expect(found.get(`correction:${correctionId}`)).toBe(id)
    const { entries } = await callAccountAsSystem(env, alice.userId, {
      type: 'inspect',
      holdsPage: 1,
      entriesPage: 1,
      entryFilter: {},
      limit: 5,
    })
    expect(entries.rows[0]).toMatchObject({
      reason: 'correction',
      ref: `correction:${correctionId}`,
      lines: [
        ['@corrections', 3, '-25000000'],
        ['change:available', 3, '25000000'],
      ],
    })
    expect(await callAccountAsSystem(env, alice.userId, { type: 'verify' })).toMatchObject({
      isSound: true,
      problems: [],
    })
  })

  it.each([
    ['add', '+25 USDT'],
    ['take', '-25 USDT'],
  ] as const)('that is to %s says so by its sign, to whoever decides', async (direction, written) => {
    const { correctionId: subjectId } = valueOf(await ask(fiona, { direction }))
    const facts = await readFacts(env, { kind: 'correction', subjectId, language: 'en' })
    expect(facts?.lines[0]).toEqual({ label: 'amount', value: written })
  })

  it('is one however often the request and the approval are sent', async () => {
    const given = commandId()
    const asked = await Promise.all([ask(fiona, { commandId: given }), ask(fiona, { commandId: given })])
    expect(asked.map(codeOf)).toEqual(['ok', 'ok'])
    const id = await reviewOf(given)
    const before = await balance()
    valueOf(await claim(frank, id))
    const click = commandId()
    const clicks = await Promise.all([approve(frank, id, click), approve(frank, id, click)])
    expect(clicks.map(codeOf)).toEqual(['ok', 'ok'])
    expect(valueOf(await approve(frank, id, click))).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(await balance()).toBe(String(BigInt(before ?? '0') + 25_000_000n))
  })

  it('below zero is refused by the account, and the review says why', async () => {
    const { correctionId } = valueOf(await ask(fiona, { amount: '500000', direction: 'take' }))
    const id = await reviewOf(correctionId)
    valueOf(await claim(frank, id))
    const decided = valueOf(await approve(frank, id))
    expect(decided).toEqual({ kind: 'decided', resolved: { kind: 'refused', code: 'insufficient_available' } })
    expect(await stateOf(id)).toMatchObject({ resolveRefusal: 'insufficient_available' })
  })

  it('that is rejected posts nothing', async () => {
    const before = await balance()
    const { correctionId } = valueOf(await ask(fiona))
    const id = await reviewOf(correctionId)
    valueOf(await claim(ada, id))
    expect(valueOf(await reject(ada, id))).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(await balance()).toBe(before)
  })

  it.each([
    [{ amount: '0' }, 'amount_not_positive'],
    [{ amount: '1.0000001' }, 'amount_too_precise'],
    [{ amount: '-5' }, 'amount_malformed'],
    [{ reason: '' }, 'reason_missing'],
    [{ assetId: 999 }, 'asset_not_found'],
    [{ wallet: 'pocket' }, 'wallet_not_for_asset'],
    [{ userId: 999_999 }, 'user_not_found'],
  ])('is refused with %o: %s', async (differs, code) => {
    expect(codeOf(await ask(fiona, differs))).toBe(code)
  })

  it('is asked for by finance and admins alone', async () => {
    for (const by of [sam, rita, olga]) expect(codeOf(await ask(by))).toBe('permission_missing')
  })

  it('that the process dies over is done by the sweep, once', async () => {
    const { correctionId } = valueOf(await ask(fiona))
    const id = await reviewOf(correctionId)
    valueOf(await claim(frank, id))
    const before = await balance()
    // The room cannot be reached: decided, not carried out.
    const broken = {
      ...env,
      DB: env.DB,
      Account: {
        idFromName: () => {
          throw new Error('no rooms today')
        },
      },
    } as unknown as Env
    const said = await logOf(async () => {
      const asked = { ...command(id), verdict: 'approve', reason: '' } as const
      expect(valueOf(await decideReview(broken, frank.member, asked))).toEqual({
        kind: 'decided',
        resolved: { kind: 'owed' },
      })
    })
    expect(said.join()).toContain('not yet carried out')
    expect(await stateOf(id)).toMatchObject({ state: 'approved', resolvedAt: null })
    expect(await balance()).toBe(before)
    await logOf(() => runSweep(env, NOON + 60_000))
    await logOf(() => runSweep(env, NOON + 120_000))
    expect((await stateOf(id))?.resolvedAt).not.toBeNull()
    expect(await balance()).toBe(String(BigInt(before ?? '0') + 25_000_000n))
  })
})

describe('carrying out', () => {
  const decided = async (kind: ReviewKindName, how: 'approve' | 'reject' = 'approve') => {
    const id = await open(kind)
    for (const { member } of kind === 'withdrawal' ? [fiona, frank] : [rita])
      await env.DB.prepare("insert into review_decision values (?, ?, ?, '', ?, ?)")
        .bind(id, member.id, how, NOON, commandId())
        .run()
    await env.DB.prepare('update review set state = ?, decided_at = 5, reason = ?, claimed_by = null where id = ?')
      .bind(how === 'approve' ? 'approved' : 'rejected', how === 'approve' ? '' : 'no', id)
      .run()
    return id
  }

  it('tells the feature what was decided, and does not tell it again', async () => {
    const { heard, kinds } = recorder()
    const id = await decided('identity', 'reject')
    expect(await resolveReview(env, id, kinds)).toEqual({ kind: 'done' })
    expect(await resolveReview(env, id, kinds)).toEqual({ kind: 'done' })
    expect(heard).toEqual([
      expect.objectContaining({
        reviewId: id,
        kind: 'identity',
        verdict: 'reject',
        reason: 'no',
        userId: alice.userId,
        at: 5,
      }),
    ])
  })

  it('tells it again after a failure, and keeps a refusal for good', async () => {
    let isBroken = true
    const { heard, kinds } = recorder(() => {
      if (isBroken) throw new Error('the room is gone')
      return refuse('withdrawal_cancelled')
    })
    const id = await decided('withdrawal')
    await logOf(async () => expect(await resolveReview(env, id, kinds)).toEqual({ kind: 'owed' }))
    isBroken = false
    expect(await resolveReview(env, id, kinds)).toEqual({ kind: 'refused', code: 'withdrawal_cancelled' })
    expect(await resolveReview(env, id, kinds)).toEqual({ kind: 'refused', code: 'withdrawal_cancelled' })
    expect(heard).toHaveLength(2)
  })

  it('finds what is owed by an index, not by a look at every review that there ever was', async () => {
    const owed = openDirectory(env.DB).select({ id: review.id }).from(review).where(IS_UNRESOLVED)
    const { sql: text, params } = owed.orderBy(review.decidedAt).toSQL()
    const plan = env.DB.prepare(`explain query plan ${text}`).bind(...params)
    const { results } = await plan.all<{ detail: string }>()
    expect(results.map(({ detail }) => detail)).toEqual([expect.stringContaining('review_to_resolve')])
  })

  it('does not touch what nobody has decided', async () => {
    const { heard, kinds } = recorder()
    expect(await resolveReview(env, await open('deposit'), kinds)).toEqual({ kind: 'owed' })
    expect(heard).toEqual([])
  })
})

it('Everything above stands in the log, in one sound chain', async () => {
  expect(await verifyAudit(env)).toMatchObject({ broken: null })
  expect(
    codeOf(
      await writeAudited(
        env,
        { staffId: 1, action: 'logout', target: 'x', facts: {}, commandId: commandId(), at: 1 },
        { precondition: sql`1`, statements: [] },
      ),
    ),
  ).toBe('ok')
})
