// A deposit of a listed sender: it alone is held, by nothing that its owner did, until two people say what becomes of it.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listPayable } from '#db/platform/payout-batch'
import { carryOut } from '#services/desk/review-kind'
import { withdrawalReview } from '#services/funds/withdrawal-review'
import { readUnfinished } from '#services/leaving/closing'
import { seed } from '../api/client'
import { type Hired, decide as decideAtDesk, firstAdmin, readFacts, secondAdmin } from '../desk/office'
import {
  type User,
  balance,
  codeOf,
  decide,
  expectSound,
  newestDeposit,
  reviewsOf,
  value,
  withdraw,
} from '../funds/customers'
import { meet } from '../funds/evm-story'
import { errorsDuring } from '../funds/outage'
import { entryOf, load } from './lists'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Who sends in the story of the node. */
const SENDER = `0x${'1'.padStart(40, '0')}`
const DEPOSITED = 25_000_000n
/** Heights at which a deposit of block 100 has too few confirmations, and enough. */
const [EARLY, DEEP] = [101, 160]

let ada: Hired, otto: Hired

beforeAll(async () => {
  await seed()
  ada = await firstAdmin()
  otto = await secondAdmin()
})
beforeEach(async () => {
  await env.DB.batch(
    ['screening', 'screening_list', 'screening_entry', 'screening_key', 'screening_pass'].map((table) =>
      env.DB.prepare(`delete from ${table}`),
    ),
  )
  await load([entryOf('77', 'Ivan Barkovsky', [SENDER])])
})

const statesOf = async ({ userId }: User) =>
  (
    await env.DB.prepare('select kind, state from screening where user_id = ? order by at')
      .bind(userId)
      .all<{ kind: string; state: string }>()
  ).results.map(({ kind, state }) => `${kind} ${state}`)

const reviewOf = async (kind: string, { userId }: User): Promise<number> =>
  (await env.DB.prepare('select id from review where kind = ? and user_id = ? order by id desc')
    .bind(kind, userId)
    .first<number>('id')) ?? 0

async function decideHit(user: User, verdict: 'approve' | 'reject'): Promise<void> {
  const id = await reviewOf('screening', user)
  await decideAtDesk(ada, id, verdict)
  await decideAtDesk(otto, id, verdict)
}

const depositOf = async ({ userId }: User) => {
  const row = await env.DB.prepare('select id, state, is_credited as isCredited from deposit where user_id = ?')
    .bind(userId)
    .first<{ id: number; state: string; isCredited: number }>()
  if (!row) throw new Error('there is no deposit')
  return row
}

/** A user with a hit about the sender of a deposit that has all its confirmations. */
async function meetHeld(name: string) {
  const { user, watchAt } = await meet(name)
  const [available] = await balance(user)
  await watchAt(EARLY)
  await watchAt(DEEP)
  const credited = [String(BigInt(available) + DEPOSITED), '0']
  return { user, watchAt, before: [available, '0'], credited }
}

test('is not credited while the hit is open, nothing else of its owner waits, and cleared it is credited once', async () => {
  const { user, watchAt, before, credited } = await meetHeld('Dora')
  expect(await statesOf(user)).toEqual(['deposit open'])
  expect(await newestDeposit(user)).toMatchObject({ state: 'confirming' })
  expect(await balance(user)).toEqual(before)

  const { withdrawalId } = value(await withdraw(user, 'w-1'))
  const decision = decide('withdrawal', withdrawalId, user, 'approve')
  expect(codeOf(await carryOut(withdrawalReview, env, decision))).toBe('ok')
  await env.DB.prepare("update withdrawal set state = 'approved', tx_id = '' where id = ?").bind(withdrawalId).run()
  expect((await listPayable(env.DB, 'TRC20')).map(({ id }) => id)).toContain(withdrawalId)

  // It takes nobody's turn while it waits.
  const lookedAt = () => env.DB.prepare('select looked_at from deposit where user_id = ?').bind(user.userId).first()
  const looked = await lookedAt()
  await watchAt(DEEP + 1, Date.now() + 3_600_000)
  expect(await lookedAt()).toEqual(looked)

  await decideHit(user, 'approve')
  for (const tip of [DEEP + 2, DEEP + 3]) await watchAt(tip)
  expect(await newestDeposit(user)).toMatchObject({ state: 'passed' })
  const [available] = await balance(user)
  expect(BigInt(available)).toBe(BigInt(credited[0] ?? '0') - 100_000_000n)
  await expectSound(user)
})

test('keeps its owner from closing the account, by a name of its own once it has arrived, and the list is not named', async () => {
  const { user, watchAt } = await meet('Jana')
  const left = async () => {
    const { balances: _, ...waiting } = value(await readUnfinished(env, user))
    return waiting
  }
  await watchAt(EARLY)
  expect(await left()).toEqual({ deposits: 1 })
  await watchAt(DEEP)
  expect(await statesOf(user)).toEqual(['deposit open'])
  expect(await left()).toEqual({ deposits_held: 1 })
  await decideHit(user, 'reject')
  await watchAt(DEEP + 1)
  expect(await left()).toEqual({ deposits_held: 1 })
  await decideAtDesk(ada, await reviewOf('deposit', user), 'reject')
  expect(await left()).toEqual({})
})

test('stays out of the account after two people confirmed the hit, until two release it', async () => {
  const { user, watchAt, before, credited } = await meetHeld('Emil')
  await decideHit(user, 'reject')
  for (const tip of [DEEP + 1, DEEP + 2]) await watchAt(tip)
  const { id, state } = await depositOf(user)
  expect(state).toBe('review')
  expect(await reviewsOf('deposit', id)).toEqual(['1 open'])
  const facts = await readFacts(env, { kind: 'deposit', subjectId: String(id), language: 'en' })
  expect(facts?.lines.find(({ label }) => label === 'screened')?.value).toMatch(/^confirmed OFAC 2026-11-20/)
  const review = await reviewOf('deposit', user)
  await decideAtDesk(ada, review)
  expect(await balance(user)).toEqual(before)
  await decideAtDesk(otto, review)
  expect(await balance(user)).toEqual(credited)
  expect(await depositOf(user)).toMatchObject({ state: 'passed', isCredited: 1 })
  await expectSound(user)
})

test('is never credited where the desk refuses it', async () => {
  const { user, watchAt, before } = await meetHeld('Finn')
  await decideHit(user, 'reject')
  await watchAt(DEEP + 1)
  await decideAtDesk(ada, await reviewOf('deposit', user), 'reject')
  for (const tip of [DEEP + 2, DEEP + 3]) await watchAt(tip)
  expect(await depositOf(user)).toMatchObject({ state: 'failed', isCredited: 0 })
  expect(await balance(user)).toEqual(before)
  await expectSound(user)
})

test('the next one of a confirmed sender needs no second decision about the sender', async () => {
  const { user, watchAt, also } = await meet('Gina')
  await watchAt(DEEP)
  await decideHit(user, 'reject')
  also({ height: DEEP + 1 })
  await watchAt(DEEP + 2)
  await watchAt(DEEP + 60)
  expect(await statesOf(user)).toEqual(['deposit confirmed', 'deposit confirmed'])
  const states = await env.DB.prepare('select state from deposit where user_id = ?').bind(user.userId).all()
  expect(states.results).toEqual([{ state: 'review' }, { state: 'review' }])
})

test('below the least deposit it is nothing, and nobody is asked', async () => {
  const { user, told, watchAt } = await meet('Hugo')
  told.units = [1]
  await watchAt(DEEP)
  expect(await statesOf(user)).toEqual([])
  expect(await reviewOf('screening', user)).toBe(0)
})

test('is compared before it is there, so that a crash in between lets none through', async () => {
  const { user, watchAt } = await meet('Iris')
  const [available] = await balance(user)
  await env.DB.prepare(
    "create trigger no_deposit before insert on deposit begin select raise(abort, 'down'); end",
  ).run()
  await errorsDuring(() => expect(watchAt(DEEP)).rejects.toThrow())
  await env.DB.prepare('drop trigger no_deposit').run()
  expect(await statesOf(user)).toEqual(['deposit open'])
  for (const tip of [DEEP, DEEP + 1]) await watchAt(tip)
  expect(await depositOf(user)).toMatchObject({ state: 'confirming' })
  expect(await balance(user)).toEqual([available, '0'])
})
