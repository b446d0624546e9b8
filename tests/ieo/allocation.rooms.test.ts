// Token allocation in the real directory: interrupted at every statement, a crowd of concurrent claims, and real rooms killed during the
// notification.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { claimIeo } from '#db/platform/ieo-claim'
import { beginRun, findRun, listRuns, listShares } from '#db/platform/ieo-run'
import { seedStatements } from '#db/platform/seed/index'
import { allottedOf } from '#domain/ieo/allotment'
import type { IeoClaimsReceipt, IeoListReceipt } from '#domain/ieo/commitment'
import { sha256 } from '#lib/digest'
import type { IeoRow } from '#party/protocol/ieo'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { allocate, sweepIeo, reportAll } from '#services/ieo/allocation'
import { lastRoundedOf } from '#services/ieo/published'
import { isReceiptRight, readAllocation, readIeoReceipt } from '#services/ieo/receipt'
import { subscribeIeo } from '#services/ieo/subscriptions'
import { conservation } from '../kit/conservation'
import { LONG } from '../kit/long'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const HOUR = 3_600_000
const TOKEN = 9_001
/** An installation without a log: no pass waits for one. */
const UNLOGGED: Env = { ...env, LOG_KEY: '' }

beforeAll(async () => {
  await env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))
})

interface Sale {
  readonly id: number
  readonly mode?: 'pro_rata' | 'first_come'
  readonly supply: number
  readonly userMax?: number
  readonly endsAt?: number
}

async function addSale({
  id,
  mode = 'pro_rata',
  supply,
  userMax = 1_000,
  endsAt = Date.now() + HOUR,
}: Sale): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO ieo_project (id, asset_id, mode, cost, supply, min_quantity, applicant_max, pays, starts_at, ends_at, listing_at, lock_days)
      VALUES (?, ?, ?, '50000', ?, 1, ?, 'USDT,BTC', 1, ?, ?, 2)`,
    ).bind(id, TOKEN, mode, supply, userMax, endsAt, endsAt + HOUR),
    env.DB.prepare(
      "INSERT INTO ieo_text (project_id, language, title, summary, content) VALUES (?, 'en', 'A', 'B', 'C')",
    ).bind(id),
  ])
}

/** Applications of users without a room. */
async function claimMany(projectId: number, quantities: readonly number[]): Promise<void> {
  for (const [index, quantity] of quantities.entries())
    await claimIeo(env.DB, 60_000 + index, { projectId, orderNo: projectId, quantity, at: 1 })
}

/** Its applicants don't exist: no sweep should wake a room for each. */
const endUntold = (projectId: number) =>
  env.DB.prepare("UPDATE ieo_run SET phase = 'done' WHERE project_id = ?").bind(projectId).run()

const runOf = async (projectId: number) => {
  const found = (await listRuns(env.DB)).find(({ run }) => run.projectId === projectId)
  if (!found) throw new Error('the sale is being shared out')
  return found
}

/** The directory with one failing statement, before or after its execution. */
function failing(at: number, when: 'before' | 'after'): { readonly db: D1Database; readonly calls: () => number } {
  let calls = 0
  const guard = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    calls += 1
    if (calls === at && when === 'before') throw new Error('killed')
    const result = await work()
    if (calls === at) throw new Error('killed')
    return result
  }
  // A D1 batch only accepts the runtime's own statements.
  const originals = new WeakMap<object, D1PreparedStatement>()
  const bound = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get: (target, name) => {
        if (name === 'bind') return (...values: unknown[]) => bound(target.bind(...values))
        if (name === 'all' || name === 'raw' || name === 'run' || name === 'first')
          return () => guard(() => target[name].call(target))
        return Reflect.get(target, name) as unknown
      },
    })
    originals.set(proxy, statement)
    return proxy
  }
  const db = new Proxy(env.DB, {
    get: (target, name) => {
      if (name === 'prepare') return (text: string) => bound(target.prepare(text))
      if (name === 'batch')
        return (statements: D1PreparedStatement[]) =>
          guard(() => target.batch(statements.map((one) => originals.get(one) ?? one)))
      return Reflect.get(target, name) as unknown
    },
  })
  return { db, calls: () => calls }
}

const listOf = async (projectId: number) => {
  const run = await findRun(env.DB, projectId)
  if (!run) throw new Error('there is a run')
  const shares = await listShares(env.DB, { projectId, from: 0, limit: 10_000 })
  return { root: run.root, last: lastRoundedOf(run), dealt: run.dealt, list: shares.map((share) => [share.claim, allottedOf(share, lastRoundedOf(run))]) } // prettier-ignore
}

test('a slice that is interrupted anywhere, or comes twice, changes nothing of the result', async () => {
  const quantities = Array.from({ length: 40 }, (_, index) => 1 + ((index * 37) % 90))
  await addSale({ id: 1, supply: 500 })
  await claimMany(1, quantities)
  await beginRun(env.DB, 1, 5)
  await beginRun(env.DB, 1, 9)
  await allocate(env.DB, await runOf(1), { now: 7, stepsMax: 100, log: null })
  const right = await listOf(1)
  expect(right.list.reduce((sum, [, allotted = 0]) => sum + allotted, 0)).toBe(500)
  expect(right.root).toMatch(/^[0-9a-f]{64}$/)

  for (const when of ['before', 'after'] as const)
    for (let at = 1; at < 40; at += 1) {
      await env.DB.batch(
        ['DELETE FROM ieo_run WHERE project_id = 1', 'DELETE FROM ieo_share WHERE project_id = 1', 'DELETE FROM ieo_block WHERE project_id = 1'].map((text) => env.DB.prepare(text)), // prettier-ignore
      )
      await beginRun(env.DB, 1, 5)
      const { db, calls } = failing(at, when)
      const died = await allocate(db, await runOf(1), { now: 7, stepsMax: 100, log: null }).then(
        () => false,
        () => true,
      )
      if (died) await allocate(env.DB, await runOf(1), { now: 7, stepsMax: 100, log: null })
      expect({ at, ...(await listOf(1)) }).toEqual({ at, ...right })
      if (calls() < at) break
    }
  // Two concurrent sweeps with each other's slices.
  await env.DB.batch(['ieo_run', 'ieo_share', 'ieo_block'].map((table) => env.DB.prepare(`DELETE FROM ${table} WHERE project_id = 1`))) // prettier-ignore
  await beginRun(env.DB, 1, 5)
  const begun = await runOf(1)
  await Promise.all([1, 2, 3].map(() => allocate(env.DB, begun, { now: 7, stepsMax: 100, log: null })))
  expect(await listOf(1)).toEqual(right)
  // However often it died: one receipt of the applications, and one of the list.
  expect((await receiptsOf(1)).map(({ rule }) => rule)).toEqual(['ieo-claims-1', 'ieo-list-1'])
  await endUntold(1)
})

/** Receipts of a whole sale, in order of arrival. */
async function receiptsOf(projectId: number): Promise<readonly (IeoClaimsReceipt | IeoListReceipt)[]> {
  const { results } = await env.DB.prepare(
    "SELECT body FROM receipt WHERE rule LIKE 'ieo-%' AND json_extract(body, '$.project') = ? AND rule <> 'ieo-payment-1' ORDER BY no",
  )
    .bind(projectId)
    .all<{ body: string }>()
  // Both rules have a project.
  return results.map(({ body }) => JSON.parse(body) as IeoClaimsReceipt | IeoListReceipt)
}

const tickAt = (at: number) => ({
  ...{ symbol: 'BTC-USDT', seq: 1, at, price: '60000.0', source: 'test', previousHash: '0'.repeat(64) },
  hash: '1'.repeat(64),
})

test('applications are shared out once the log has their root, and a tick after it', async () => {
  await addSale({ id: 8, supply: 10 })
  await claimMany(8, [6, 9])
  await beginRun(env.DB, 8, 5)
  const now = Date.now()
  const state = { isLogged: false, tick: tickAt(Date.now() - HOUR), woken: 0, asked: [] as string[] }
  const log = {
    wake: () => Promise.resolve(void (state.woken += 1)),
    has: (id: string) => Promise.resolve(state.asked.push(id) > 0 && state.isLogged),
    lastTick: () => Promise.resolve(state.tick),
  }
  const run = async () => allocate(env.DB, await runOf(8), { now, stepsMax: 100, log })
  expect(await run()).toMatchObject({ phase: 'waiting', loggedAt: null, committedAt: now })
  expect(await run()).toMatchObject({ phase: 'waiting', loggedAt: null })
  const [committed, ...none] = await receiptsOf(8)
  expect([none, state.woken]).toEqual([[], 2])
  expect(state.asked).toEqual([1, 2].map(() => sha256(JSON.stringify(committed))))
  state.isLogged = true
  const { loggedAt, phase } = await run()
  expect(phase).toBe('waiting')
  // The newest tick may be in the log before the root.
  expect(await run()).toMatchObject({ phase: 'waiting', loggedAt })
  state.tick = tickAt((loggedAt ?? 0) + 1)
  expect(await run()).toMatchObject({ phase: 'telling', tick: state.tick })
  const [, list] = await receiptsOf(8)
  expect(list).toMatchObject({ commitment: state.asked[0], committedAt: now, ticks: [state.tick] })
  await endUntold(8)
})

test('without prices, applications are shared out an hour after their root was logged', async () => {
  await addSale({ id: 9, supply: 10 })
  await claimMany(9, [6])
  await beginRun(env.DB, 9, 5)
  const log = {
    wake: () => Promise.resolve(),
    has: () => Promise.resolve(true),
    lastTick: () => Promise.resolve(null),
  }
  const run = async () => allocate(env.DB, await runOf(9), { now: 7, stepsMax: 100, log })
  await run()
  expect(await run()).toMatchObject({ phase: 'waiting' })
  await env.DB.prepare('UPDATE ieo_run SET logged_at = ? WHERE project_id = 9')
    .bind(Date.now() - HOUR - 1_000)
    .run()
  expect(await run()).toMatchObject({ phase: 'telling', tick: null })
  await endUntold(9)
})

test.each([
  ['does not take their root', 10, () => Promise.resolve(false)],
  ['does not answer', 11, () => Promise.reject(new Error('no answer'))],
])('where the log %s, applications are shared out an hour after they were committed to', async (_, id, has) => {
  await addSale({ id, supply: 10 })
  await claimMany(id, [6])
  await beginRun(env.DB, id, 5)
  const now = Date.now()
  const log = { wake: () => Promise.resolve(), has, lastTick: () => Promise.resolve(tickAt(now + HOUR)) }
  const run = async () => allocate(env.DB, await runOf(id), { now, stepsMax: 100, log })
  await run()
  expect(await run()).toMatchObject({ phase: 'waiting', loggedAt: null })
  await env.DB.prepare('UPDATE ieo_run SET committed_at = ? WHERE project_id = ?')
    .bind(now - HOUR - 1_000, id)
    .run()
  expect(await run()).toMatchObject({ phase: 'telling', tick: null, loggedAt: null })
  await endUntold(id)
})

test('the list of more than a block is published, and every share in it is proven by its receipt alone', async () => {
  await addSale({ id: 2, supply: 3_000, userMax: 50, endsAt: 4 })
  const rows = Array.from({ length: 1_100 }, (_, index) => [
    `ieo:${70_000 + index}:2`,
    70_000 + index,
    1 + (index % 50),
  ])
  await env.DB.prepare(
    `INSERT INTO supply_claim (ref, product, item, user_id, quantity, at)
      SELECT json_extract(value, '$[0]'), 'ieo', '2', json_extract(value, '$[1]'), json_extract(value, '$[2]'), 1 FROM json_each(?)`,
  )
    .bind(JSON.stringify(rows))
    .run()
  await beginRun(env.DB, 2, 5)
  await allocate(env.DB, await runOf(2), { now: 7, stepsMax: 100, log: null })
  const first = await readAllocation(env, 2, 0)
  const second = await readAllocation(env, 2, 1)
  expect([first?.blocks, first?.entries.length, second?.entries.length]).toEqual([2, 1_024, 76])
  const entries = [...(first?.entries ?? []), ...(second?.entries ?? [])]
  expect(entries.reduce((sum, { allotted }) => sum + allotted, 0)).toBe(3_000)
  for (const index of [0, 1, 1_023, 1_024, 1_099]) {
    const receipt = await readIeoReceipt(env, entries[index]?.claim ?? 0)
    if (!receipt) throw new Error('a listed share has a receipt')
    expect(isReceiptRight(receipt)).toBe(true)
    expect(isReceiptRight({ ...receipt, allotted: receipt.allotted + 1 })).toBe(false)
    expect(isReceiptRight({ ...receipt, claim: receipt.claim + 1 })).toBe(false)
    for (const part of ['sale', 'list'] as const)
      expect(isReceiptRight({ ...receipt, [part]: { ...receipt[part], root: '0'.repeat(64) } })).toBe(false)
  }
  expect(await readIeoReceipt(env, 999_999)).toBeNull()
  await endUntold(2)
})

async function enter(userId: number, usdt = '10000000'): Promise<{ userId: number; sessionId: string }> {
  const sessionId = `session-${userId}`
  await callAccountAsSystem(env, userId, {
    type: 'open_session',
    sessionId,
    expiresAt: Date.now() + HOUR,
    device: 'test',
  })
  await callAccountAsSystem(env, userId, {
    type: 'grant_demo',
    ref: 'welcome',
    grants: [{ assetId: 3, amount: usdt, wallet: 'change' }],
  })
  return { userId, sessionId }
}

const form = (projectId: number, quantity: string) => ({ projectId, quantity, pay: 'USDT', mostOf: null })

const CROWD = LONG ? 100 : 50

test('a crowd wants the last tokens at once: exactly what was left is sold, everybody else is refused and has all back', async () => {
  await addSale({ id: 3, mode: 'first_come', supply: 370, userMax: 10 })
  const people = await Promise.all(Array.from({ length: CROWD }, (_, index) => enter(61_000 + index)))
  const answers = await Promise.all(
    people.map((session) => subscribeIeo(env, session, { commandId: 'want', country: '', form: form(3, '10') })),
  )
  const served = answers.filter(({ ok }) => ok)
  expect(served).toHaveLength(37)
  const codes = answers.flatMap((answer) => (answer.ok ? [] : answer.refusal.code))
  expect(new Set(codes)).toEqual(new Set(['ieo_sold_out']))
  const held = await Promise.all(
    people.map((session) =>
      callAccount(env, session, { type: 'balances' }).then((sheet) => (sheet.ok ? sheet.value : [])),
    ),
  )
  const left = held.map((rows) => rows.find(({ assetId, wallet }) => assetId === 3 && wallet === 'change'))
  expect(left.filter((row) => row?.available === '9500000' && row.held === '0')).toHaveLength(37)
  expect(left.filter((row) => row?.available === '10000000' && row.held === '0')).toHaveLength(CROWD - 37)
  // A repeated command returns its first answer.
  const again = await subscribeIeo(env, people[0] ?? { userId: 0, sessionId: '' }, { commandId: 'want', country: '', form: form(3, '10') }) // prettier-ignore
  expect(again.ok).toBe(answers[0]?.ok)
  const { problems } = await conservation(env, people.map(({ userId }) => userId)) // prettier-ignore
  expect(problems).toEqual([])
})

/** Loses a room's memory as a crash does. */
async function kill(userId: number): Promise<void> {
  const rooms = env.Account as unknown as DurableObjectNamespace
  const dead = (_room: unknown, state: DurableObjectState) => state.abort('killed by the test')
  await runInDurableObject(rooms.get(rooms.idFromName(String(userId))), dead).catch(() => undefined)
}

test('a person who applied forty times for one token gets what an application for forty gets, in order', async () => {
  await addSale({ id: 7, supply: 41, endsAt: 4 })
  const apply = (userId: number, orderNo: number, quantity: number) =>
    claimIeo(env.DB, userId, { projectId: 7, orderNo, quantity, at: 1 })
  for (let orderNo = 1; orderNo <= 40; orderNo += 1) {
    await apply(64_001, orderNo, 1)
    if (orderNo === 3) await apply(64_002, 1, 40)
    if (orderNo === 9) await apply(64_003, 1, 80)
  }
  await beginRun(env.DB, 7, 5)
  const run = await allocate(env.DB, await runOf(7), { now: 7, stepsMax: 100, log: null })
  expect(run).toMatchObject({ phase: 'telling', claims: 42, total: 160 })
  const shares = await listShares(env.DB, { projectId: 7, from: 0, limit: 100 })
  const of = (userId: number) =>
    shares.flatMap((share) => (share.userId === userId ? allottedOf(share, lastRoundedOf(run)) : []))
  // Exact shares 10.25 and 20.5: the largest remainder is rounded up.
  expect([of(64_002), of(64_003)]).toEqual([[10], [21]])
  expect(of(64_001)).toEqual(Array.from({ length: 40 }, (_, index) => (index < 10 ? 1 : 0)))
  for (const { claim } of shares) {
    const receipt = await readIeoReceipt(env, claim)
    expect(receipt && isReceiptRight(receipt)).toBe(true)
  }
  await endUntold(7)
})

test('rooms that are killed while they are told have what the rule says, once, and no money is lost', async () => {
  await addSale({ id: 4, supply: 100 })
  const people = await Promise.all(Array.from({ length: 8 }, (_, index) => enter(62_000 + index, '100000000')))
  const applied = await Promise.all(
    people.flatMap((session, index) =>
      ['one', 'two'].map((commandId) =>
        subscribeIeo(env, session, { commandId, country: '', form: form(4, String(10 + 7 * index)) }),
      ),
    ),
  )
  expect(applied.every(({ ok }) => ok)).toBe(true)
  await env.DB.prepare('UPDATE ieo_project SET ends_at = 10, listing_at = 20 WHERE id = 4').run()
  const run = await beginRun(env.DB, 4, 30).then(async () =>
    allocate(env.DB, await runOf(4), { now: 40, stepsMax: 50, log: null }),
  )
  expect(run.phase).toBe('telling')
  // Once the run has begun, new claims aren't counted.
  expect(await claimIeo(env.DB, 1, { projectId: 4, orderNo: 1, quantity: 1, at: 1 })).toMatchObject({
    isCounted: false,
  })
  const telling = Promise.all([reportAll(env, run, 1_000), reportAll(env, run, 5)])
  await Promise.all(people.slice(0, 4).map(({ userId }) => kill(userId)))
  await telling.catch(() => undefined)
  await Promise.all(people.slice(2).map(({ userId }) => kill(userId)))
  await sweepIeo(UNLOGGED, Date.now())
  await sweepIeo(UNLOGGED, Date.now())
  expect(await findRun(env.DB, 4)).toMatchObject({ phase: 'done' })
  const shares = new Map((await listShares(env.DB, { projectId: 4, from: 0, limit: 100 })).map((share) => [share.claim, allottedOf(share, lastRoundedOf(run))])) // prettier-ignore
  const rows = (await Promise.all(people.map((session) => ordersOf(session, 4)))).flat()
  expect(rows).toHaveLength(16)
  for (const row of rows) {
    expect(row.allotted).toBe(shares.get(row.claimNo ?? 0))
    expect(row.paid).toBe(String((row.allotted ?? 0) * 50_000))
  }
  expect(rows.reduce((sum, { allotted }) => sum + (allotted ?? 0), 0)).toBe(100)
  const { problems } = await conservation(env, people.map(({ userId }) => userId)) // prettier-ignore
  expect(problems).toEqual([])
})

async function ordersOf(session: { userId: number; sessionId: string }, projectId: number): Promise<readonly IeoRow[]> {
  const listed = await callAccount(env, session, { type: 'ieo_orders', projectId, page: 1, limit: 10 })
  if (!listed.ok) throw new Error(listed.refusal.code)
  return listed.value.rows
}

test('a sale without any application ends without a list', async () => {
  await addSale({ id: 6, supply: 10, endsAt: 100 })
  await sweepIeo(UNLOGGED, Date.now())
  expect(await findRun(env.DB, 6)).toMatchObject({ phase: 'done', root: null, claims: 0 })
})

test('an account that has not heard that it applied is told its allotment until it takes it', async () => {
  await addSale({ id: 5, supply: 100 })
  const session = await enter(63_000, '100000000')
  const terms = { assetId: TOKEN, mode: 'pro_rata', cost: '50000', userMax: 1_000, endsAt: Date.now() + HOUR, listingAt: Date.now() + 2 * HOUR, lockDays: 2, held: '500000', tick: null } as const // prettier-ignore
  const asked = { type: 'subscribe_ieo', commandId: 'cut', projectId: 5, quantity: 10, payAssetId: 3, terms } as const
  const held = await callAccount(env, session, asked)
  expect(held).toMatchObject({ ok: true, value: { state: 'held' } })
  // The directory counted the claim, but its answer was lost.
  const claimed = await claimIeo(env.DB, session.userId, { projectId: 5, orderNo: 1, quantity: 10, at: 1 })
  await beginRun(env.DB, 5, 30)
  const run = await allocate(env.DB, await runOf(5), { now: 40, stepsMax: 50, log: null })
  expect(await reportAll(env, run, 1_000)).toBe(0)
  expect(await findRun(env.DB, 5)).toMatchObject({ phase: 'telling' })
  expect(await ordersOf(session, 5)).toMatchObject([{ state: 'held', allotted: null }])

  await callAccountAsSystem(env, session.userId, { type: 'claimed_ieo', orderNo: 1, claimed })
  expect(await reportAll(env, run, 1_000)).toBe(1)
  expect(await findRun(env.DB, 5)).toMatchObject({ phase: 'done' })
  expect(await ordersOf(session, 5)).toMatchObject([{ state: 'allotted', allotted: 10, paid: '500000' }])
})
