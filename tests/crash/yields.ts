// Deposits whose days passed while the app was down: the process dies while paying them, and each day must be paid once, by its date.

import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { DAY_MS } from '#domain/time'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { startRuntime } from '../../scripts/lib/runtime.mjs'
import { spawnApp } from '../kit/miniflare'
import { waitFor } from '../kit/wait-for'

const USDT = 3
export const MONEY = 1_000_000_000n
/** 0.3 % a day. */
export const RATE = { units: '300000', of: (amount: bigint) => (amount * 3n) / 1_000n }
const DAYS_GONE = 200
/** Most deposits continue, the last one has ended long ago. */
const TERMS = [...Array.from({ length: 4 }, () => 300), 30]
const LIVES_MAX = 6
const PAGE = 50
/** Longer than a start on a busy machine, so that not all accounts pay during it. */
const APART_MS = 4_000
const ALARM_KEPT_MS = 250

export const SAVERS = Array.from({ length: 4 }, (_, index) => ({ userId: 71_101 + index, sessionId: `saver-${index}` }))

const amountOf = (saver: number, deposit: number): bigint => BigInt(10_000_000 + saver * 1_003 + deposit * 17)

export async function lockAmounts(env: Env): Promise<void> {
  for (const [index, user] of SAVERS.entries())
    await openSaver(env, user, TERMS.map((days, deposit) => ({ days, amount: amountOf(index, deposit) }))) // prettier-ignore
  // After all savers, because a late message would be logged again.
  for (const user of SAVERS) await emptyLog(env, user)
}

type Saver = (typeof SAVERS)[number]

/** A user with play money, who locks deposits that pay daily at midnight UTC. */
export async function openSaver(
  env: Env,
  user: Saver,
  deposits: readonly { readonly days: number; readonly amount: bigint }[],
): Promise<void> {
  const { userId, sessionId } = user
  const expiresAt = Date.now() + DAY_MS
  await callAccountAsSystem(env, userId, { type: 'open_session', sessionId, expiresAt, device: 'test' })
  const grants = [{ assetId: USDT, amount: String(MONEY), wallet: 'change' as const }]
  await callAccountAsSystem(env, userId, { type: 'grant_demo', ref: 'welcome', grants })
  for (const [deposit, { days, amount }] of deposits.entries()) {
    const terms = { version: 'v1', days, dailyRate: RATE.units, penaltyRatio: '400000', payMinute: 0 }
    const asked = { productId: 3, assetId: USDT, amount: String(amount), steps: 1, userMax: String(MONEY) }
    const command = { type: 'lock_deposit', commandId: `lock-${deposit}`, coupon: null, isRenewed: false } as const
    expect(await callAccount(env, user, { ...command, ...asked, terms })).toMatchObject({ ok: true })
  }
}

/** A turn over the tables checkpoints the log first. */
export const emptyLog = (env: Env, { userId }: Saver) =>
  callAccountAsSystem(env, userId, { type: 'settle_ieo', allotments: [] })

/** Kills until one kill falls between the first and last missed day. */
export async function killWhilePaid(persistDir: string, random: () => number): Promise<void> {
  const savers = { persistDir, users: SAVERS }
  await inTables(savers, moveBack)
  let [paid, isCutOff] = [0, false]
  for (let life = 0; life < LIVES_MAX && !isCutOff; life += 1) {
    // Prepared anew at each start: a quicker one is killed before the first account wakes.
    const app = await spawnApp({ persistDir })
    // Waits longer after each kill that came too early.
    await wait(random() * 60 * (life + 1))
    await app.kill()
    const before = paid
    paid = await inTables(savers, countYields)
    expect(paid).toBeGreaterThanOrEqual(before)
    isCutOff = paid > 0 && paid < daysMissed()
  }
  // Guards against an empty run: a kill has interrupted the payments.
  expect(isCutOff).toBe(true)
}

const daysMissed = (): number => SAVERS.length * TERMS.reduce((sum, days) => sum + Math.min(days, DAYS_GONE + 1), 0)

export async function expectYields(env: Env): Promise<void> {
  for (const [index, user] of SAVERS.entries()) {
    const orders = await waitFor(
      async () => {
        const listed = await callAccount(env, user, { type: 'mining_deposits', stage: 'all', page: 1, limit: 50 })
        if (!listed.ok) throw new Error(listed.refusal.code)
        expect(listed.value.rows.map(({ state }) => state).sort()).toEqual(TERMS.map((days) => days < DAYS_GONE ? 'returned' : 'running').sort()) // prettier-ignore
        return listed.value.rows
      },
      { timeout: 120_000, interval: 250 },
    )
    let free = MONEY
    for (const [deposit, days] of TERMS.entries()) {
      const amount = amountOf(index, deposit)
      const order = orders.find((row) => row.amount === String(amount))
      if (!order) throw new Error('every deposit is listed')
      // By hand: day by day from the first.
      const due: number[] = []
      for (let at = order.startsAt; at <= Date.now() && due.length < days; at += DAY_MS) due.push(at / DAY_MS)
      const rows = await waitFor(
        async () => {
          const listed = await yieldsOf(env, user, order.orderNo)
          expect(listed.length).toBeGreaterThanOrEqual(due.length)
          return listed
        },
        { timeout: 120_000, interval: 250 },
      )
      expect(rows.map(({ day }) => day).sort((one, other) => one - other)).toEqual(due)
      for (const row of rows) expect(row.amount).toBe(String(RATE.of(amount)))
      free += RATE.of(amount) * BigInt(due.length) - (days < DAYS_GONE ? 0n : amount)
    }
    const sheet = await callAccount(env, user, { type: 'balances' })
    const own = (sheet.ok ? sheet.value : []).find(({ wallet, assetId }) => wallet === 'change' && assetId === USDT)
    expect([own?.available, own?.held]).toEqual([String(free), '0'])
  }
}

async function yieldsOf(env: Env, user: Saver, orderNo: number) {
  const rows: { readonly day: number; readonly amount: string }[] = []
  for (let page = 1; ; page += 1) {
    const listed = await callAccount(env, user, { type: 'mining_yields', orderNo, page, limit: PAGE })
    if (!listed.ok) throw new Error(listed.refusal.code)
    rows.push(...listed.value.rows)
    if (listed.value.rows.length < PAGE) return rows
  }
}

/** Tables of one account while the app is down. */
export interface Tables {
  run(statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  wakeAt(at: number): Promise<void>
}

/** A due alarm must not fire in the opener: it belongs to the app. */
const OPENER = `import { DurableObject } from 'cloudflare:workers'
export class Account extends DurableObject {
  run(statement) { return this.ctx.storage.sql.exec(statement).toArray() }
  async wakeAt(at) { await this.ctx.storage.setAlarm(at) }
  async alarm() { await this.wakeAt(Date.now() + ${ALARM_KEPT_MS}) }
}
export default { fetch: () => new Response('') }`

/** Sum of what `work` answers for the tables of each user, by its place in the list. */
export async function inTables(
  { persistDir, users }: { readonly persistDir: string; readonly users: readonly { readonly userId: number }[] },
  work: (tables: Tables, place: number) => Promise<number>,
): Promise<number> {
  const miniflare = await startRuntime({
    name: 'cm',
    modules: true,
    script: OPENER,
    durableObjects: { Account: { className: 'Account', useSQLite: true } },
    persistDir,
  })
  try {
    const { Account } = await miniflare.getBindings<Pick<Env, 'Account'>>()
    let sum = 0
    for (const [place, { userId }] of users.entries())
      sum += await work(Account.get(Account.idFromName(String(userId))) as unknown as Tables, place)
    return sum
  } finally {
    await miniflare.dispose()
  }
}

async function moveBack(tables: Tables, saver: number): Promise<number> {
  // Due after this process has released the store; staggered, so that even a fast machine can be interrupted.
  await moveDaysBack(tables, { days: DAYS_GONE + 1, wakesAt: Date.now() + 1_500 + saver * APART_MS })
  return 0
}

/** Moves the deposits and the room's sleep into the past: their days are due when the room wakes. */
export async function moveDaysBack(
  tables: Tables,
  { days, wakesAt }: { days: number; wakesAt: number },
): Promise<void> {
  expect(await tables.run('SELECT id FROM turn_log')).toEqual([])
  const gone = days * DAY_MS
  await tables.run(`UPDATE mining_deposit SET starts_at = starts_at - ${gone}, matures_at = matures_at - ${gone}`)
  await tables.run("UPDATE timer SET due_at = 1 WHERE kind = 'mining'")
  await tables.wakeAt(wakesAt)
}

async function countYields(tables: Tables): Promise<number> {
  // The table is made with the first yield.
  const made = await tables.run("SELECT name FROM sqlite_master WHERE name = 'mining_yield'")
  if (made.length === 0) return 0
  return Number((await tables.run('SELECT count(*) AS paid FROM mining_yield'))[0]?.['paid'] ?? 0)
}
