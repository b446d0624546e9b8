// Pictures of users at the desk: visible only to roles that may decide the pictures' subject, through a review that shows them.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, it, vi } from 'vitest'
import { ROLES, type Role } from '#domain/desk/role'
import { readAudit, verifyAudit } from '#services/desk/audit'
import { readReviewPicture } from '#services/desk/picture'
import { requestDeposit } from '#services/funds/deposits'
import { saveUpload } from '#services/uploads'
import { submitAdvanced, submitBasic } from '#services/verification'
import { verifySession } from '#session/session'
import { join } from '../api/client'
import { makeJpeg } from '../kit/pictures'
import { type Hired, NOON, codeOf, commandId, decide, firstAdmin, hire, seed, valueOf } from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const people = new Map<Role, Hired>()
function personOf(role: Role): Hired {
  const person = people.get(role)
  if (!person) throw new Error(`nobody is ${role}`)
  return person
}

beforeAll(async () => {
  await seed()
  const ada = await firstAdmin()
  people.set('admin', ada)
  for (const role of ROLES.filter((each) => each !== 'admin')) people.set(role, await hire(ada.member, role, role))
})

/** A level 1 user who has uploaded both sides of a passport and a deposit voucher. */
async function sender(name: string) {
  const { userId, token } = await join(name)
  const session = await verifySession(env, token, Date.now())
  if (!session) throw new Error('a token that was just given proves a session')
  await env.DB.prepare("update user set mobile = '+8190' || id where id = ?").bind(userId).run()
  const reviewOf = async (kind: string) =>
    (await env.DB.prepare('select id from review where user_id = ? and kind = ? order by id desc')
      .bind(userId, kind)
      .first<number>('id')) ?? 0
  const document = { idType: 'passport', country: 'JP', name, number: `TK${userId}00` } as const
  valueOf(await submitBasic(env, session, document, NOON))
  await decide(personOf('reviewer'), await reviewOf('identity'))
  // A voucher is valid for one deposit: each picture has another size.
  const save = async (height: number) => {
    const bytes = makeJpeg({ width: userId % 1000, height })
    return valueOf(await saveUpload(env, session, { purpose: 'private', bytes }, NOON))
  }
  const [front, reverse, voucher] = [await save(8), await save(16), await save(24)]
  valueOf(await submitAdvanced(env, session, { front, reverse }, NOON))
  const form = { kind: 'coin', assetId: 3, network: 'TRC20', amount: '75', voucher } as const
  valueOf(await requestDeposit(env, session, { commandId: commandId(), form }, NOON))
  return { userId, front, voucher, identity: await reviewOf('identity'), deposit: await reviewOf('deposit') }
}

const seenBy = async (reviewId: number, reference: string): Promise<Record<string, string>> => {
  const outcomes = ROLES.map(async (role) => {
    const { member } = personOf(role)
    return [role, codeOf(await readReviewPicture(env, member, { reviewId, reference, at: NOON }))] as const
  })
  return Object.fromEntries(await Promise.all(outcomes))
}

it('of Alice are seen by those who may decide: her passport not by finance, and neither picture by support or auditors', async () => {
  const alice = await sender('Alice')
  const none = 'permission_missing'
  const identity = { support: none, reviewer: 'ok', finance: none, admin: 'ok', auditor: none }
  expect(await seenBy(alice.identity, alice.front)).toEqual(identity)
  expect(await seenBy(alice.deposit, alice.voucher)).toEqual({ ...identity, finance: 'ok' })
})

it('of Bob are not shown through a review of something else, though one may decide that', async () => {
  const [bob, carol] = [await sender('Bob'), await sender('Carol')]
  for (const [review, reference] of [
    [carol.identity, bob.front],
    [bob.deposit, bob.front],
    [bob.identity, bob.voucher],
    [0, bob.front],
    [bob.identity, '/uploads/AAAAAAAAAAAAAAAAAAAAAA'],
  ] as const)
    expect(await seenBy(review, reference)).toMatchObject({ reviewer: 'review_not_found', admin: 'review_not_found' })
})

it('of Dora leave a line in the log for each who opened them, one a minute, and none for who may not', async () => {
  const dora = await sender('Dora')
  const { member } = personOf('reviewer')
  const open = (at: number, by = member) =>
    readReviewPicture(env, by, { reviewId: dora.identity, reference: dora.front, at })
  expect(codeOf(await open(NOON, personOf('finance').member))).toBe('permission_missing')
  // Thumbnail and picture on one page, and again a minute later.
  for (const at of [NOON, NOON + 1_000, NOON + 60_000]) valueOf(await open(at))
  valueOf(await open(NOON, personOf('admin').member))
  const filter = { action: 'picture_opened', target: `user:${dora.userId}` }
  const { rows } = await readAudit(env, filter, { page: 1, limit: 100 })
  const facts = { kind: 'identity', review: String(dora.identity), picture: dora.front.split('/').at(-1) }
  expect(rows.map(({ staffId, at, facts: told }) => [staffId, at, JSON.parse(told) as unknown])).toEqual([
    [personOf('admin').member.id, NOON, facts],
    [member.id, NOON + 60_000, facts],
    [member.id, NOON, facts],
  ])
  expect(await verifyAudit(env)).toMatchObject({ broken: null })
})
