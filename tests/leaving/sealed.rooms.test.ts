// A closed account at the desk: who it was is sealed in every list, file and search, until two people open it for a day.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { forgetPerson, setAccountClosed } from '#db/platform/leaving'
import { openReviewStatement } from '#db/platform/review-request'
import { addSupportThread } from '#db/platform/support'
import { SEAL_OPENED_MS } from '#domain/leaving/sealed'
import { sealTravel } from '#services/screening/travel-rule'
import { searchReviews } from '#services/desk/find'
import { readReviewPicture } from '#services/desk/picture'
import { claimReview, openReviewFile, readQueue } from '#services/desk/queue'
import { proposeOpening } from '#services/desk/seal'
import { openDeskThread } from '#services/desk/support'
import { findUser, findUsers } from '#services/desk/users'
import { readBatch } from '#services/payouts/report'
import { loader as exportFile } from '../../app/routes/admin_.export.$what/route'
import { loader as openReview } from '../../app/routes/admin.reviews.$id/data.server'
import { loader as openUser } from '../../app/routes/admin.users_.$id/data.server'
import { type Hired, codeOf, commandId, customer, decide, firstAdmin, hire, readFacts, reviewOf, secondAdmin, seed, valueOf } from '../desk/office' // prettier-ignore

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const ADDRESS = 'TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM'
const PAGE = { page: 1, limit: 50 } as const

let ada: Hired, bea: Hired, sue: Hired
let names = 0
/** Of one person, in every place where the desk could meet it. */
let mark: string
let userId: number
let reviewId: number

beforeAll(async () => {
  await seed()
  // The door asks the real clock. A code of an app is good for half a minute either way.
  const at = Date.now() - 60_000
  ada = await firstAdmin('ada@cm.example', at)
  bea = await secondAdmin(at)
  sue = await hire(ada.member, 'sue', 'support', at)
})

beforeEach(async () => {
  names += 1
  mark = `hatter${names}`
  ;({ userId } = await customer(mark))
  await env.DB.batch([
    env.DB.prepare('UPDATE user SET nickname = ?, real_name = ?, mobile = ? WHERE id = ?').bind(
      mark,
      mark,
      `+81${mark}`,
      userId,
    ),
    env.DB.prepare(
      "INSERT INTO withdrawal (user_id, command_id, kind, asset_id, network, target, amount, fee, btc_value, state, tx_id, batch_id, created_at, settled_at) VALUES (?, ?, 'address', 3, 'TRC20', ?, '100', '1', '1', 'passed', 'abc', ?, 1, 2)",
    ).bind(userId, mark, `${ADDRESS}${mark}`, userId),
    env.DB.prepare(
      "INSERT INTO payout_batch (id, network, method, proposal_id, document, created_at) VALUES (?, 'TRC20', 'plain', ?, ?, 1)",
    ).bind(userId, mark, JSON.stringify({ mark })),
  ])
  const subjectId = String(await env.DB.prepare('SELECT id FROM withdrawal WHERE user_id = ?').bind(userId).first('id'))
  const summary = {
    money: null,
    lines: [
      { label: 'network', value: 'TRC20' },
      { label: 'name', value: mark },
    ],
    cells: [],
  } as const
  await openReviewStatement(env.DB, { kind: 'withdrawal', subjectId, userId, at: 1, summary })
  reviewId = await reviewOf(subjectId)
  await env.DB.prepare("UPDATE review SET state = 'approved', decided_at = 1, resolved_at = 1 WHERE id = ?")
    .bind(reviewId)
    .run()
  await addSupportThread(env.DB, { userId, guestId: null, id: mark, topic: 'else', language: 'en', at: 1 })
})

const argsOf = (path: string, params: Readonly<Record<string, string>>) =>
  ({
    request: new Request(`http://cm.test${path}`, {
      headers: { Cookie: `cm_staff=${ada.token}`, Accept: 'text/html' },
    }),
    ...{ params, context: { env } },
  }) as unknown as Parameters<typeof openUser>[0]
const textOf = async (answer: unknown) => (answer instanceof Response ? answer.text() : JSON.stringify(answer))
const fileOf = async (what: string) => textOf(await exportFile(argsOf(`/admin/export/${what}`, { what })))

/** Everything that the desk shows of the account, as text. */
async function shown(): Promise<readonly string[]> {
  const queue = { kinds: ['withdrawal'], states: ['approved'], userId } as const
  return Promise.all([
    textOf(await openUser(argsOf(`/admin/users/${userId}`, { id: String(userId) }))),
    textOf(await openReview(argsOf(`/admin/reviews/${reviewId}`, { id: String(reviewId) }))),
    textOf(await readQueue(env, queue, PAGE)),
    textOf(await searchReviews(env, ada.member, String(userId))),
    textOf(await findUsers(env, { text: String(userId), only: 'all' }, PAGE)),
    textOf((await readBatch(env, userId, Date.now()))?.shown),
    fileOf('users'),
    fileOf(`payout-${userId}-csv`),
  ])
}
const isInAll = (texts: readonly string[]) => texts.map((text) => text.includes(mark))

it('shows who it was while it is open, and after it was closed only amounts and dates', async () => {
  expect(isInAll(await shown())).toEqual(Array.from({ length: 8 }, () => true))
  expect((await findUsers(env, { text: mark, only: 'all' }, PAGE)).total).toBe(1)
  expect(await searchReviews(env, ada.member, mark)).not.toEqual([])
  expect(await openDeskThread(env, sue.member, mark)).not.toBeNull()
  expect(await fileOf(`payout-${userId}-json`)).toContain(mark)

  await setAccountClosed(env.DB, userId, Date.now())
  const texts = await shown()
  expect(isInAll(texts)).toEqual(Array.from({ length: 8 }, () => false))
  expect(texts[2]).toContain('TRC20')
  expect(await findUser(env, userId)).toMatchObject({ isSealed: true, email: null, mobile: null, realName: '' })
  expect((await findUsers(env, { text: mark, only: 'all' }, PAGE)).total).toBe(0)
  expect((await findUsers(env, { text: String(userId), only: 'closed' }, PAGE)).total).toBe(1)
  expect(await searchReviews(env, ada.member, mark)).toEqual([])
  expect(await openDeskThread(env, sue.member, mark)).toBeNull()
  await expect(fileOf(`payout-${userId}-json`)).rejects.toMatchObject({ status: 404 })
  const look = { reviewId, reference: '/uploads/x', at: Date.now() }
  expect(codeOf(await readReviewPicture(env, ada.member, look))).toBe('review_not_found')
})

it('shows no recipient, no document and no address of a past payment either', async () => {
  const withdrawalId = await env.DB.prepare('SELECT id FROM withdrawal WHERE user_id = ?')
    .bind(userId)
    .first<number>('id')
  const travel = { name: mark, wallet: 'own', vasp: '', country: 'JP' } as const
  const proposal = { act: 'payout_batch', network: 'TRC20', method: 'plain', withdrawalIds: [withdrawalId] }
  await env.DB.batch([
    env.DB.prepare('UPDATE withdrawal SET travel_sealed = ? WHERE id = ?').bind(
      await sealTravel(env, userId, travel),
      withdrawalId,
    ),
    env.DB.prepare('INSERT INTO proposal (id, content, proposed_by, proposed_at) VALUES (?, ?, 1, 1)').bind(
      mark,
      JSON.stringify(proposal),
    ),
    env.DB.prepare(
      "INSERT INTO screening (id, kind, subject_id, user_id, edition, state, hits_sealed, at) VALUES (?, 'withdrawal', ?, ?, '1', 'cleared', 'of hits', 1)",
    ).bind(mark, String(withdrawalId), userId),
  ])
  const facts = () => readFacts(env, { kind: 'payout', subjectId: mark, language: 'en' })
  expect(await fileOf(`travel-${withdrawalId}`)).toContain(mark)
  expect(JSON.stringify(await facts())).toContain(ADDRESS)

  await setAccountClosed(env.DB, userId, Date.now())
  await expect(fileOf(`travel-${withdrawalId}`)).rejects.toMatchObject({ status: 404 })
  expect(JSON.stringify(await facts())).not.toContain(ADDRESS)
  expect(JSON.stringify(await facts())).toContain(`#${withdrawalId}`)

  await forgetPerson(env.DB, userId)
  const left = `SELECT travel_sealed AS travel, hits_sealed AS hits FROM withdrawal, screening
    WHERE withdrawal.user_id = ?1 AND screening.user_id = ?1`
  expect(await env.DB.prepare(left).bind(userId).first()).toEqual({ travel: '', hits: '' })
})

it('is opened by two people with a reason, in the log, for a day', async () => {
  await setAccountClosed(env.DB, userId, Date.now())
  const ask = (by: Hired, reason: string, id = commandId()) =>
    proposeOpening(env, by.member, { userId, reason, commandId: id, at: Date.now() })
  expect(codeOf(await ask(sue, 'Curious.'))).toBe('permission_missing')
  expect(codeOf(await ask(ada, ' '))).toBe('reason_missing')
  const id = commandId()
  valueOf(await ask(ada, 'A court asks.', id))
  const opening = await reviewOf(id)
  const alone = await claimReview(env, ada.member, { reviewId: opening, commandId: commandId(), at: Date.now() })
  expect(codeOf(alone)).toBe('second_person_needed')
  expect(await findUser(env, userId)).toMatchObject({ isSealed: true })
  await decide(bea, opening, 'approve', Date.now())
  expect(isInAll(await shown())).toEqual(Array.from({ length: 8 }, () => true))
  expect(codeOf(await ask(ada, 'Again.'))).toBe('nothing_changed')
  const lines = env.DB.prepare("SELECT facts FROM audit_entry WHERE action = 'seal_opened' AND target = ?")
  expect(await lines.bind(`user:${userId}`).first<string>('facts')).toContain('A court asks.')
  await env.DB.prepare('UPDATE review SET decided_at = ? WHERE id = ?')
    .bind(Date.now() - SEAL_OPENED_MS - 1_000, opening)
    .run()
  expect(await findUser(env, userId)).toMatchObject({ isSealed: true })
})

it('stays sealed where the second person refuses, and shows its owner again once it is open', async () => {
  await setAccountClosed(env.DB, userId, Date.now())
  const id = commandId()
  valueOf(await proposeOpening(env, ada.member, { userId, reason: 'To see.', commandId: id, at: Date.now() }))
  await decide(bea, await reviewOf(id), 'reject', Date.now())
  expect(await findUser(env, userId)).toMatchObject({ isSealed: true })
  // A deposit that arrived later lets its owner in again.
  await setAccountClosed(env.DB, userId, null)
  expect(await findUser(env, userId)).toMatchObject({ isSealed: false, realName: mark })
  expect(
    codeOf(await proposeOpening(env, ada.member, { userId, reason: 'To see.', commandId: commandId(), at: 1 })),
  ).toBe('nothing_changed')
})

it('has nothing left to open once the law no longer keeps it', async () => {
  await setAccountClosed(env.DB, userId, Date.now())
  await forgetPerson(env.DB, userId)
  await setAccountClosed(env.DB, userId, null)
  expect(isInAll(await shown())).toEqual(Array.from({ length: 8 }, () => false))
  const row = env.DB.prepare('SELECT amount, target FROM withdrawal WHERE user_id = ?').bind(userId)
  expect(await row.first()).toEqual({ amount: '100', target: '' })
  expect(await openReviewFile(env, ada.member, reviewId)).not.toBeNull()
})
