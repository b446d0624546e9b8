// Two staff of finance decide deposits and withdrawals while the process is killed repeatedly, each time after a few forms. Every review is
// decided once and executed once. CRASH_KILLS and CRASH_SEED vary the run.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { verifyAudit } from '#services/desk/audit'
import { openUserFile } from '#services/desk/users'
import { listMessages } from '#services/messages'
import { verifySession } from '#session/session'
import { openDeskSessions } from '../support/desk-sessions'
import { LONG } from '../support/long'
import { type StartedApp, spawnApp } from '../support/miniflare'
import { Clerk, type Closed } from './clerk'
import { type Case, askForMoney, registerCustomers } from './customers'
import { bindingsOf, expectConserved, inApp, middlePrice } from './lives'
import { type Random, seededRandom } from './random'
import type { RegisteredUser } from './traders'

const KILLS = Number(process.env['CRASH_KILLS'] ?? (LONG ? 20 : 3))
const SEED = Number(process.env['CRASH_SEED'] ?? 1)
const CUSTOMERS = 3
/** Forms sent before a kill, and the kill's longest additional delay, so that it hits running work. */
const FORMS_MIN = 6
const FORMS_MAX = 20
const DELAY_MS_MAX = 60
const SWEEPS_MAX = 60
const TURNS_MAX = 5

interface Desk {
  readonly customers: readonly RegisteredUser[]
  readonly cases: readonly Case[]
  readonly clerks: readonly Clerk[]
  readonly closed: Closed
}

test(`two people decide about ${CUSTOMERS * 5} requests through ${KILLS} kills, and each is carried out once`, async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-approve-'))
  const random = seededRandom(SEED)
  const desk = await inApp(persistDir, (app) => openDesk(app, random))
  for (let kill = 0; kill < KILLS; kill += 1) await decideUntilKilled(persistDir, desk, random)
  const left = desk.cases.length - desk.closed.size
  await inApp(persistDir, async (app) => {
    await decideAll(app.url, desk)
    await settleAll(app)
    expect(desk.clerks.flatMap(({ complaints }) => complaints)).toEqual([])
    await Promise.all(desk.cases.map((one) => expectDecidedOnce(app, one)))
    for (const customer of desk.customers) {
      const cases = desk.cases.filter(({ userId }) => userId === customer.userId)
      await expectMovedOnce(app, customer, cases)
      await expectToldOnce(app, customer, cases)
    }
    await expectConserved(
      app,
      desk.customers.map(({ userId }) => userId),
    )
    expect((await verifyAudit(await bindingsOf(app))).broken).toBeNull()
  })
  const unanswered = desk.clerks.reduce((sum, clerk) => sum + clerk.unanswered, 0)
  console.log(`${KILLS} kills, seed ${SEED}: ${unanswered} answers lost, ${left} reviews left after the last kill`)
  expect(unanswered).toBeGreaterThan(0)
  await rm(persistDir, { recursive: true, force: true })
})

async function openDesk(app: StartedApp, random: Random): Promise<Desk> {
  const tokens = await openDeskSessions(app)
  const customers = await registerCustomers(app, { count: CUSTOMERS, seed: SEED })
  // Withdrawals are valued in bitcoin.
  await middlePrice(app.url)
  const cases = await askForMoney(app, customers, random)
  const clerkOf = (name: 'fiona' | 'frank', seed: number) => new Clerk(name, tokens[name], seededRandom(seed))
  return { customers, cases, clerks: [clerkOf('fiona', SEED * 2), clerkOf('frank', SEED * 2 + 1)], closed: new Set() }
}

/** One life of the process: both work in parallel until enough forms are sent. */
async function decideUntilKilled(persistDir: string, { cases, clerks, closed }: Desk, random: Random): Promise<void> {
  const app = await spawnApp({ persistDir })
  let formsLeft = FORMS_MIN + Math.floor(random() * (FORMS_MAX - FORMS_MIN))
  let isOver = false
  let die = () => {}
  const enough = new Promise<void>((resolve) => (die = resolve))
  const onSend = () => {
    formsLeft -= 1
    if (formsLeft === 0) die()
  }
  const working = Promise.all(
    clerks.map((clerk) => clerk.work(app.url, { cases, closed, isOver: () => isOver, onSend })),
  )
  await Promise.race([enough, working])
  await wait(random() * DELAY_MS_MAX)
  await app.kill()
  isOver = true
  await working
}

/** Decides until no review is left; a connection closed for idleness may lose an answer here, too. */
async function decideAll(url: string, { cases, clerks, closed }: Desk): Promise<void> {
  const whole = { cases, closed, isOver: () => false, onSend: () => {} }
  for (let turn = 0; turn < TURNS_MAX && closed.size < cases.length; turn += 1)
    await Promise.all(clerks.map((clerk) => clerk.work(url, whole)))
  expect(cases.filter(({ reviewId }) => !closed.has(reviewId))).toEqual([])
}

/** The sweep executes decisions that the kills left unexecuted. */
async function settleAll(app: StartedApp): Promise<void> {
  const database = await app.miniflare.getD1Database('DB')
  const owed = () => database.prepare('SELECT count(*) AS n FROM review WHERE resolved_at IS NULL').first<number>('n')
  for (let sweep = 0; sweep < SWEEPS_MAX && (await owed()) !== 0; sweep += 1) await app.sweep()
  expect(await owed()).toBe(0)
}

async function expectDecidedOnce(app: StartedApp, { reviewId, kind, subjectId, verdict }: Case): Promise<void> {
  const database = await app.miniflare.getD1Database('DB')
  const state = verdict === 'approve' ? 'approved' : 'rejected'
  const review = database.prepare('SELECT state, resolve_refusal AS refusal FROM review WHERE id = ?').bind(reviewId)
  expect(await review.first()).toEqual({ state, refusal: null })
  const row = database.prepare(`SELECT state FROM ${kind} WHERE id = ?`).bind(subjectId)
  expect(await row.first('state')).toBe(verdict === 'approve' ? 'passed' : 'failed')
  const decisions = database.prepare('SELECT verdict FROM review_decision WHERE review_id = ?').bind(reviewId)
  const { results } = await decisions.all()
  expect(results).toEqual(verdict === 'approve' ? [{ verdict }, { verdict }] : [{ verdict }])
  const lines = database
    .prepare("SELECT count(*) AS n FROM audit_entry WHERE target = ? AND action IN ('review_resolved', ?)")
    .bind(`review:${reviewId}`, `review_${state}`)
  expect(await lines.first('n')).toBe(results.length + 1)
}

const ENTRIES = {
  deposit: { approve: ['deposit'], reject: [] },
  withdrawal: {
    approve: ['withdrawal', 'withdrawal_fee', 'withdrawal_hold'],
    reject: ['withdrawal_hold', 'withdrawal_release'],
  },
} as const

/** Ledger entries of the account's requests; no hold is left. */
async function expectMovedOnce(app: StartedApp, { userId }: RegisteredUser, cases: readonly Case[]): Promise<void> {
  const pages = { holdsPage: 1, ordersPage: 1, entriesPage: 1, entryFilter: {}, limit: 500 }
  const file = await openUserFile(await bindingsOf(app), userId, pages)
  expect(file?.account.holds).toEqual({ rows: [], total: 0 })
  for (const { kind, subjectId, verdict } of cases) {
    const ref = `${kind}:${subjectId}`
    const entries = file?.account.entries.rows.filter((entry) => entry.ref === ref)
    expect([ref, entries?.map(({ reason }) => reason).sort()]).toEqual([ref, ENTRIES[kind][verdict]])
  }
}

/** Exactly one message per decision. */
async function expectToldOnce(app: StartedApp, { token }: RegisteredUser, cases: readonly Case[]): Promise<void> {
  const env = await bindingsOf(app)
  const session = await verifySession(env, token, Date.now())
  if (!session) throw new Error('the session did not survive')
  const listed = await listMessages(env, session, { group: null, page: 1, limit: 100, language: 'en' })
  const kinds = listed.ok ? listed.value.rows.map(({ kind }) => kind) : []
  const told = kinds.filter((kind) => /^(?:deposit|withdrawal)_(?:passed|failed)$/.test(kind))
  expect(told.sort()).toEqual(
    cases.map(({ kind, verdict }) => `${kind}_${verdict === 'approve' ? 'passed' : 'failed'}`).sort(),
  )
}
