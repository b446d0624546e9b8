// Command ids of the desk: forms can't use ids reserved for the system's own commands.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, it, vi } from 'vitest'
import { callAccountAsSystem } from '#services/account-room'
import { proposeCorrection } from '#services/desk/correction'
import type { Session } from '#session/session'
import { action } from '../../app/routes/admin.reviews.$id/data.server'
import { type Hired, commandId, customer, decide, firstAdmin, hire, reviewOf, seed, valueOf } from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let fiona: Hired, frank: Hired
let alice: Session

beforeAll(async () => {
  await seed()
  // The door asks the real clock. A code of an app is good for half a minute either way.
  const now = Date.now() - 60_000
  const ada = await firstAdmin('ada@cm.example', now)
  fiona = await hire(ada.member, 'Fiona', 'finance', now)
  frank = await hire(ada.member, 'Frank', 'finance', now)
  alice = await customer('Alice')
})

/** Submits a note by a review page's form; returns the status. */
async function note(by: Hired, reviewId: number, name: string): Promise<number> {
  const body = new URLSearchParams({ step: 'note', text: 'Looked at.', commandId: name })
  const headers = { Cookie: `cm_staff=${by.token}`, Origin: 'http://cm.test', Accept: 'text/html' }
  const request = new Request(`http://cm.test/admin/reviews/${reviewId}`, { method: 'POST', headers, body })
  try {
    await action({ request, params: { id: String(reviewId) }, context: { env } } as never)
    return 200
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status
    throw thrown
  }
}

it('Frank cannot keep a correction of 25 USDT from being noted as done by naming the line of it first', async () => {
  const asked = { userId: alice.userId, assetId: 3, wallet: 'change', amount: '25', direction: 'add' } as const
  const id = commandId()
  const row = { ...asked, reason: 'Credited to somebody else.', commandId: id, at: Date.now() }
  valueOf(await proposeCorrection(env, fiona.member, row))
  const reviewId = await reviewOf(id)
  for (const name of [`resolved:${reviewId}`, `granted:${reviewId}`, `changed:${reviewId}`, 'settled', ''])
    expect([name, await note(frank, reviewId, name)]).toEqual([name, 400])
  expect(await note(frank, reviewId, `${crypto.randomUUID()}:note`)).toBe(302)

  const decided = await decide(frank, reviewId, 'approve', Date.now())
  expect(decided).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
  const review = env.DB.prepare('select resolved_at as at from review where id = ?').bind(reviewId)
  expect(await review.first('at')).not.toBeNull()
  expect((await callAccountAsSystem(env, alice.userId, { type: 'verify' })).isSound).toBe(true)
})
