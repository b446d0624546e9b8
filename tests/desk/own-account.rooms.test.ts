// Staff can't decide about their own customer accounts, and level 2 of an identity takes two people.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openReviewStatement } from '#db/platform/review-request'
import type { Outcome } from '#domain/outcome'
import { proposeCorrection } from '#services/desk/correction'
import { declareCustomer, readDeclared } from '#services/desk/own-account'
import { claimReview, decideReview, releaseReview } from '#services/desk/queue'
import { proposeRecovery } from '#services/desk/recovery'
import { proposeCustomerRemoval } from '#services/desk/staff'
import { freezeUser } from '#services/desk/users'
import {
  type Hired,
  NOON,
  codeOf,
  commandId,
  customer,
  decide,
  firstAdmin,
  hire,
  reviewOf,
  secondAdmin,
  seed,
  valueOf,
} from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let ada: Hired, otto: Hired, rita: Hired, rob: Hired
const command = () => ({ commandId: commandId(), at: NOON })

beforeAll(async () => {
  await seed()
  ada = await firstAdmin()
  otto = await secondAdmin()
  rita = await hire(ada.member, 'Rita', 'reviewer')
  rob = await hire(ada.member, 'Rob', 'reviewer')
})

async function openIdentity(userId: number, level: 1 | 2, subjectId = crypto.randomUUID()): Promise<number> {
  const summary = { money: null, lines: [{ label: 'level', value: String(level) }], cells: [] } as const
  await openReviewStatement(env.DB, { kind: 'identity', subjectId, userId, at: NOON, summary })
  return reviewOf(subjectId)
}
const claim = async (by: Hired, reviewId: number) =>
  codeOf(await claimReview(env, by.member, { reviewId, ...command() }))
const submit = (userId: number, hash: string, state: 'under_review' | 'passed') =>
  env.DB.prepare(
    `insert into verification (id, user_id, level, id_type, country, name, number_sealed, number_hash, state, submitted_at)
      values (?, ?, 1, 'passport', 'JP', 'Rita Rain', 'sealed', ?, ?, ?)`,
  )
    .bind(crypto.randomUUID(), userId, hash, state, NOON)
    .run()

describe('a customer account of Rita’s own', () => {
  it('that she has declared is for a colleague to decide, whatever is asked about it; her tries are in the log', async () => {
    const { userId } = await customer('Ritas')
    const reviewId = await openIdentity(userId, 1)
    expect(await claim(rita, reviewId)).toBe('ok')
    valueOf(await declareCustomer(env, rita.member, { userId, ...command() }))
    const verdict = { reviewId, verdict: 'approve', reason: '', ...command() } as const
    expect(codeOf(await decideReview(env, rita.member, verdict))).toBe('own_account')
    // Another may have it.
    valueOf(await releaseReview(env, rita.member, { reviewId, ...command() }))
    expect(await claim(rita, reviewId)).toBe('own_account')
    expect(await claim(rob, reviewId)).toBe('ok')

    const frozen = { userId, trading: true, withdrawals: false, reason: 'Mine.', revision: 0, ...command() }
    expect(codeOf(await freezeUser(env, rita.member, frozen))).toBe('own_account')
    const log = await env.DB.prepare(
      "select target, facts from audit_entry where action = 'own_account_refused' and staff_id = ? order by seq",
    )
      .bind(rita.member.id)
      .all()
    const facts = JSON.stringify({ user: String(userId) })
    expect(log.results).toEqual([
      { target: `review:${reviewId}`, facts },
      { target: `review:${reviewId}`, facts },
      { target: `user:${userId}`, facts },
    ])
  })

  it('is given no correction by Ada, whose it is, and loses no app by her', async () => {
    const { userId } = await customer('Adas')
    valueOf(await declareCustomer(env, ada.member, { userId, ...command() }))
    const form = { userId, assetId: 3, wallet: 'change', amount: '5', direction: 'add', reason: 'Mine.' } as const
    expect(codeOf(await proposeCorrection(env, ada.member, { ...form, ...command() }))).toBe('own_account')
    await env.DB.prepare("insert into totp (user_id, secret, confirmed_at, created_at) values (?, 'x', 1, 1)")
      .bind(userId)
      .run()
    expect(codeOf(await proposeRecovery(env, ada.member, { userId, note: 'Mine.', ...command() }))).toBe('own_account')
    expect(codeOf(await proposeCorrection(env, otto.member, { ...form, ...command() }))).toBe('ok')
  })

  it('is known by its e-mail, and by a document that has verified another of hers', async () => {
    const [same, twin, stranger] = [await customer('Mail'), await customer('Twin'), await customer('Stranger')]
    await env.DB.prepare('update user set email = ? where id = ?').bind(rita.member.email, same.userId).run()
    expect(await claim(rita, await openIdentity(same.userId, 1))).toBe('own_account')

    const reviewId = await openIdentity(twin.userId, 1)
    await submit(same.userId, 'her passport', 'passed')
    await submit(stranger.userId, 'another passport', 'passed')
    await submit(twin.userId, 'her passport', 'under_review')
    expect(await claim(rita, reviewId)).toBe('own_account')
    expect(await claim(rita, await openIdentity(stranger.userId, 1))).toBe('ok')
  })

  it('is declared once, of accounts that there are, and taken back by two others only', async () => {
    const { userId } = await customer('Robs')
    expect(codeOf(await declareCustomer(env, rob.member, { userId: 999_999, ...command() }))).toBe('user_not_found')
    valueOf(await declareCustomer(env, rob.member, { userId, ...command() }))
    expect(codeOf(await declareCustomer(env, rob.member, { userId, ...command() }))).toBe('nothing_changed')

    const asked = { id: rob.member.id, userId, ...command() }
    const byRob: Outcome<unknown> = await proposeCustomerRemoval(env, rob.member, { ...asked, ...command() })
    expect(codeOf(byRob)).toBe('permission_missing')
    valueOf(await proposeCustomerRemoval(env, ada.member, asked))
    expect((await readDeclared(env)).get(rob.member.id)).toEqual([userId])
    expect(await claim(ada, await reviewOf(asked.commandId))).toBe('second_person_needed')
    expect(await decide(otto, await reviewOf(asked.commandId))).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect((await readDeclared(env)).get(rob.member.id)).toBeUndefined()
    expect(await claim(rob, await openIdentity(userId, 1))).toBe('ok')
  })
})

describe('an identity', () => {
  it('of level 2 waits for a second person after Rita, of level 1 it does not', async () => {
    const { userId } = await customer('Lena')
    expect(await decide(rita, await openIdentity(userId, 1))).toMatchObject({ kind: 'decided' })
    const second = await openIdentity(userId, 2)
    expect(await decide(rita, second)).toEqual({ kind: 'seconding' })
    expect(await claim(rita, second)).toBe('second_person_needed')
    expect(await decide(rob, second)).toMatchObject({ kind: 'decided' })
  })
})
