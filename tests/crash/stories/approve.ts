// Two finance clerks decide about deposits and withdrawals, and the process dies after a few of their forms. Each review is decided once and
// carried out once.

import { expect } from 'vitest'
import { verifyAudit } from '#services/desk/audit'
import { openUserFile } from '#services/desk/users'
import { listMessages } from '#services/messages'
import { verifySession } from '#session/session'
import { openDeskSession } from '../../kit/desk-sessions'
import type { StartedApp } from '../../kit/miniflare'
import { Clerk, type Desk } from '../clerk'
import { type CrashStory, SEED, bindingsOf, middlePrice, more, pace } from '../lives'
import { seededRandom } from '../random'
import { type Case, askForMoney } from '../requests'
import { type RegisteredUser, registerUser } from '../traders'

const CUSTOMERS = 3
/** Forms sent before a kill. */
const [FORMS_MIN, FORMS_MAX] = [6, 20]
const SWEEPS_MAX = 60
const TURNS_MAX = 5

export async function approve(app: StartedApp): Promise<CrashStory> {
  const random = seededRandom(SEED)
  const people: RegisteredUser[] = []
  for (let index = 0; index < CUSTOMERS; index += 1) people.push(await registerUser(app, `customer-${SEED}-${index}`))
  // Withdrawals are valued in bitcoin.
  await middlePrice(app.url)
  const cases = await askForMoney(app, people, random)
  const clerks: Clerk[] = []
  for (const [index, name] of ['fiona', 'frank'].entries())
    clerks.push(new Clerk(name, await openDeskSession(app, name, 'finance'), seededRandom(SEED * 2 + index)))
  const closed = new Set<number>()
  const desk = { cases, closed }
  return {
    name: 'approve',
    userIds: people.map(({ userId }) => userId),
    live: ({ url }, course) => {
      // Also enough: no review is left.
      const sent = () => (closed.size === cases.length ? Infinity : clerks.reduce((sum, clerk) => sum + clerk.sent, 0))
      const enough = [more('forms', sent, FORMS_MIN + Math.floor(random() * (FORMS_MAX - FORMS_MIN)))]
      const goOn = pace(enough, course)
      return Promise.resolve({ working: Promise.all(clerks.map((clerk) => clerk.work(url, desk, goOn))), enough })
    },
    check: async (last) => {
      const left = cases.length - closed.size
      await decideAll(last.url, desk, clerks)
      await settleAll(last, cases)
      expect(clerks.flatMap(({ complaints }) => complaints)).toEqual([])
      await Promise.all(cases.map((one) => expectDecidedOnce(last, one)))
      for (const customer of people) {
        const own = cases.filter(({ userId }) => userId === customer.userId)
        await expectMovedOnce(last, customer, own)
        await expectToldOnce(last, customer, own)
      }
      expect((await verifyAudit(await bindingsOf(last))).broken).toBeNull()
      return { reviews: cases.length, left, lost: clerks.reduce((sum, clerk) => sum + clerk.unanswered, 0) }
    },
  }
}

/** Decides until no review is left; a connection closed for idleness may lose an answer here, too. */
async function decideAll(url: string, desk: Desk, clerks: readonly Clerk[]): Promise<void> {
  const { cases, closed } = desk
  for (let turn = 0; turn < TURNS_MAX && closed.size < cases.length; turn += 1)
    await Promise.all(clerks.map((clerk) => clerk.work(url, desk, () => Promise.resolve(true))))
  expect(cases.filter(({ reviewId }) => !closed.has(reviewId))).toEqual([])
}

/** The sweep executes decisions that the kills left unexecuted. */
async function settleAll(app: StartedApp, cases: readonly Case[]): Promise<void> {
  const database = await app.miniflare.getD1Database('DB')
  const own = `id IN (${cases.map(({ reviewId }) => reviewId).join()})`
  const sql = `SELECT count(*) AS n FROM review WHERE resolved_at IS NULL AND ${own}`
  const owed = () => database.prepare(sql).first<number>('n')
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
