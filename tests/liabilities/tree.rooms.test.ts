// The day's tree in the real directory: totals of real accounts equal the conservation report, interrupted at every step, repeated, by two
// sweeps at once, and over counts that change.

import { createHash } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveCounts } from '#db/platform/account-count'
import { findRunInProgress, listDone } from '#db/platform/liability'
import { BookSums, type SumLine } from '#domain/desk/books'
import { checkLiabilityProof, provenSums } from '#domain/liabilities/proof'
import { amount } from '#domain/money/amount'
import { DAY_MS, MINUTE_MS } from '#domain/time'
import { callAccountAsSystem } from '#services/account-room'
import { conservationReport, countAccounts, sweepCounts } from '#services/desk/reports'
import { assetFigures, readLiabilities, readProofs } from '#services/liabilities/proofs'
import { buildTree, sweepLiabilities } from '#services/liabilities/tree'
import { NOON, customer, seed } from '../desk/office'
import { LONG } from '../kit/long'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

let alice = 0

beforeAll(async () => {
  await seed()
  alice = (await customer('Alice')).userId
  const bob = await customer('Bob')
  await callAccountAsSystem(env, bob.userId, {
    type: 'grant_demo',
    ref: 'coins',
    grants: [{ assetId: 1, amount: '123456789', wallet: 'change' }],
  })
  await countAccounts(env, { limit: 10, now: NOON, before: NOON })
})

/** Each test has its own days. */
let day = NOON
beforeEach(() => (day += DAY_MS))

const sweeps = async (times: number, at = day) => {
  for (let minute = 0; minute < times; minute += 1) await sweepLiabilities(env, at + minute * MINUTE_MS)
}
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10)
const runsOf = async (at: number) => (await listDone(env.DB, 50)).filter((run) => run.day === dayText(at))

async function expectProven(userId: number, code: string, equity: bigint): Promise<void> {
  const found = await readProofs(env, userId)
  const proof = found?.proofs.find(({ asset }) => asset.code === code)
  expect(proof && provenSums(proof).equity).toBe(equity)
  expect(checkLiabilityProof(proof, digest)).toEqual([])
  expect(proof?.root).toBe(found?.tree.root)
}

/** Counts of accounts without a room: an account has `sums`. */
const countAs = (accounts: ReadonlyMap<number, readonly SumLine[]>) =>
  saveCounts(
    env.DB,
    Array.from(accounts, ([userId, sums]) => ({
      ...{ userId, at: day, isSound: true, entryCount: 1, undelivered: 0, problems: [], heard: [] },
      sums,
    })),
  )

describe('the tree of a day', () => {
  it('has the totals of the conservation report, and a proof for each account and fund', async () => {
    await sweeps(2)
    const { trees, assets } = await readLiabilities(env)
    expect(trees[0]).toMatchObject({ day: dayText(day), counted: 2, users: 2, oldestAt: NOON })
    const report = await conservationReport(env)
    expect(assets.map(({ code }) => code).sort()).toEqual(['BTC', 'USDT'])
    for (const asset of assets) {
      const row = report.assets.find(({ assetId }) => assetId === asset.assetId)
      expect(assetFigures(asset)).toMatchObject({
        usersEquity: row?.owed,
        equity: row?.owed,
        reserve: row?.reserve,
        demo: row?.demo,
      })
    }
    await expectProven(alice, 'USDT', 1_000_000_000n)
  })

  it('is published once a day, whichever sweeps follow', async () => {
    await sweeps(6)
    expect(await runsOf(day)).toHaveLength(1)
    await sweeps(2, day + DAY_MS)
    expect(await runsOf(day + DAY_MS)).toHaveLength(1)
    day += DAY_MS
  })

  it('has funds below zero as debts, and debts in a column of their own', async () => {
    await countAs(
      new Map([
        [
          900_001,
          [
            ['users', 3, '500'],
            ['lent', 3, '-200'],
            ['interest_due', 3, '-7'],
          ],
        ],
        [
          900_002,
          [
            ['insurance', 3, '-40'],
            ['rebates', 3, '30'],
            ['auctions', 1, '5'],
          ],
        ],
      ] as const),
    )
    await sweeps(2)
    const { assets } = await readLiabilities(env)
    const usdt = assets.find(({ code }) => code === 'USDT')
    expect(usdt).toMatchObject({ usersDebt: 207n, insurance: -40n, inviters: 30n, debt: 247n })
    expect(usdt && usdt.equity - usdt.usersEquity).toBe(30n)
    await expectProven(900_002, 'BTC', 5n)
    const fund = await readProofs(env, 'insurance')
    expect(fund?.proofs.map((proof) => provenSums(proof).debt)).toEqual([40n])
    expect(checkLiabilityProof(fund?.proofs[0], digest)).toEqual([])
  })
})

describe('a crash', () => {
  /** A directory that stops answering after a number of batches. */
  const failingAfter = (batches: number): Env => {
    let left = batches
    const batch: D1Database['batch'] = (statements) => {
      if (left === 0) throw new Error('killed')
      left -= 1
      return env.DB.batch(statements)
    }
    return {
      ...env,
      DB: Object.assign(Object.create(env.DB) as D1Database, { batch, prepare: env.DB.prepare.bind(env.DB) }),
    }
  }

  it('at any step, or two sweeps at the same step, leave one root for the day', async () => {
    await sweeps(1)
    const begun = await findRunInProgress(env.DB)
    if (!begun) throw new Error('a run has begun')
    let steps = 0
    for (let run = begun; run.phase === 'copying' || run.phase === 'sealing'; steps += 1) {
      // The batch of a step is killed, also where the step then drops the run, and begins again.
      await expect(buildTree(failingAfter(0), run, { now: day, stepsMax: 1 })).rejects.toThrow('killed')
      // Two sweeps with the same slice: one of them writes nothing.
      const [next] = await Promise.all([1, 2].map(() => buildTree(env, run, { now: day, stepsMax: 1 })))
      if (!next) throw new Error('a step was taken')
      expect(next.step).toBe(run.step + 1)
      run = next
    }
    expect(steps).toBeGreaterThan(6)
    const [done, ...more] = await runsOf(day)
    expect(more).toEqual([])
    expect(done?.root).toMatch(/^[\w-]{43}$/)
    await expectProven(alice, 'USDT', 1_000_000_000n)
  })
})

describe('counts that change', () => {
  it('pause during the copy', async () => {
    await sweeps(1)
    expect(await sweepCounts(env, { limit: 10, now: day + 3 * DAY_MS })).toBe(0)
    await sweepLiabilities(env, day)
    expect(await sweepCounts(env, { limit: 10, now: day })).toBeGreaterThan(0)
  })

  it('begin the tree anew when they were made by hand during the copy, with one root in the end', async () => {
    await sweeps(1)
    const begun = await findRunInProgress(env.DB)
    if (!begun) throw new Error('a run has begun')
    await buildTree(env, begun, { now: day, stepsMax: 1 })
    await countAs(new Map([[900_003, [['users', 3, '9']]]] as const))
    await sweepLiabilities(env, day)
    expect(await runsOf(day)).toEqual([])
    await sweeps(3)
    expect(await runsOf(day)).toHaveLength(1)
    await expectProven(900_003, 'USDT', 9n)
  })

  it('to a negative balance stop the tree, and a better count lets it go on', async () => {
    await countAs(new Map([[900_003, [['users', 3, '-9']]]] as const))
    await sweeps(1)
    await expect(sweepLiabilities(env, day)).rejects.toThrow('account 900003 has a negative balance')
    expect(await runsOf(day)).toEqual([])
    await countAs(new Map([[900_003, [['users', 3, '9']]]] as const))
    await sweeps(4)
    expect(await runsOf(day)).toHaveLength(1)
  })
})

describe('many accounts', () => {
  it('take more than one slice and block, and no proof is larger than 4 kB', async () => {
    const accounts = Array.from({ length: 1_300 }, (_, index): readonly [number, readonly SumLine[]] => [
      800_000 + index,
      [
        ['users', 3, String(BigInt(index) * 10n ** 15n)],
        ['users', 1, '1'],
      ],
    ])
    for (let start = 0; start < accounts.length; start += 65) await countAs(new Map(accounts.slice(start, start + 65)))
    await sweeps(2)
    const { assets } = await readLiabilities(env)
    expect(assets.find(({ code }) => code === 'USDT')?.size).toBeGreaterThan(2_048)
    for (const userId of [800_001, 800_649, 801_299]) {
      await expectProven(userId, 'USDT', BigInt(userId - 800_000) * 10n ** 15n)
      for (const proof of (await readProofs(env, userId))?.proofs ?? [])
        expect(JSON.stringify(proof).length).toBeLessThan(4_096)
    }
  })

  it('leave their leaves for two days, then only the roots stay', async () => {
    await sweeps(2)
    await sweeps(2, day + DAY_MS)
    await sweeps(6, day + 2 * DAY_MS)
    const rows = await env.DB.prepare('SELECT count(DISTINCT run_no) AS runs FROM liability_leaf').first<{
      runs: number
    }>()
    expect(rows?.runs).toBe(2)
    expect((await readLiabilities(env)).trees.length).toBeGreaterThan(6)
    day += 2 * DAY_MS
  })
})

describe.runIf(LONG)('100,000 accounts', () => {
  it('are built in under a minute, and their proofs fit in 4 kB', async () => {
    const [ACCOUNTS, PORTION, FIRST] = [100_000, 5_000, 1_000_000]
    for (let start = 0; start < ACCOUNTS; start += PORTION) {
      const rows = Array.from({ length: PORTION }, (_, index) => {
        const userId = FIRST + start + index
        const sums: SumLine[] = [
          ['users', 3, String(BigInt(userId) * 10n ** 9n)],
          ['users', 1, String(userId)],
          ['lent', 3, '-5'],
        ]
        return [userId, JSON.stringify(sums)]
      })
      const text = JSON.stringify(rows)
      await env.DB.prepare(
        `INSERT INTO account_count (user_id, at, is_sound, entry_count, undelivered, problems, heard, sums)
         SELECT json_extract(value, '$[0]'), ?, 1, 1, 0, '[]', '[]', json_extract(value, '$[1]') FROM json_each(?)`,
      )
        .bind(day, text)
        .run()
    }
    const total = await env.DB.prepare('SELECT sums FROM count_total').first<{ sums: string }>()
    const books = new BookSums({ sums: JSON.parse(total?.sums ?? '[]') as SumLine[], heard: [] })
    const ids = (BigInt(2 * FIRST + ACCOUNTS - 1) * BigInt(ACCOUNTS)) / 2n
    books.add('users', 3, amount(ids * 10n ** 9n))
    books.add('users', 1, amount(ids))
    books.add('lent', 3, amount(-5n * BigInt(ACCOUNTS)))
    await env.DB.prepare('UPDATE count_total SET revision = revision + 1, sums = ?')
      .bind(JSON.stringify(books.books().sums))
      .run()
    const began = Date.now()
    let minutes = 0
    for (; (await runsOf(day)).length === 0; minutes += 1) await sweepLiabilities(env, day + minutes * MINUTE_MS)
    const took = Date.now() - began
    const sizes = ((await readProofs(env, FIRST + 77_777))?.proofs ?? []).map((proof) => JSON.stringify(proof).length)
    console.log(`100,000 accounts: ${took} ms in ${minutes} sweeps, proofs of ${sizes.join(' and ')} bytes`)
    expect(took).toBeLessThan(60_000)
    expect(Math.max(...sizes)).toBeLessThan(4_096)
    await expectProven(FIRST + 77_777, 'BTC', BigInt(FIRST + 77_777))
  }, 180_000)
})
