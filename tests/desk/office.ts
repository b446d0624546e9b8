// The desk's people for stories: hired as the product does it, by links, passwords and authenticator apps; and customers to decide about.

import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { firstAdminStatements } from '#db/platform/first-admin'
import { insertUser } from '#db/platform/user'
import { seedStatements } from '#db/platform/seed/index'
import { FIRST_HASH } from '#domain/desk/audit'
import type { Role } from '#domain/desk/role'
import type { Language } from '#domain/language'
import type { Outcome } from '#domain/outcome'
import { callAccountAsSystem } from '#services/account-room'
import { type StaffMember, findStaff, loginAtDesk, hashToken, makeToken } from '#services/desk/session'
import { enrol, startEnrolment } from '#services/desk/enrolment'
import { claimReview, decideReview } from '#services/desk/queue'
import { findKind } from '#services/desk/review-kinds'
import { proposeInvite } from '#services/desk/staff'
import type { CouponForm } from '#services/promotion/coupon-desk'
import type { Session } from '#session/session'
import { perFile } from '../kit/per-file'

export const PASSWORD = 'a long night shift'
export const NOON = Date.UTC(2026, 10, 21, 12)
const DAY_MS = 86_400_000

let ids = 0
export const commandId = (): string => `command-${(ids += 1)}-${crypto.randomUUID()}`

export function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.code}`)
  return outcome.value
}
export const codeOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'ok' : outcome.refusal.code)

export const seed = () => env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The six digits that the app of this secret shows. */
export const appCode = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

export interface Hired {
  readonly member: StaffMember
  readonly secret: string
  readonly token: string
}

/** Runs the statements of `npm run admin:first`, which create the first two admins; returns the link's token. */
export async function inviteFirstAdmin(email: string, at = NOON): Promise<string> {
  const token = makeToken()
  const last = (await env.DB.prepare('select seq, hash from audit_entry order by seq desc limit 1').first<{
    seq: number
    hash: string
  }>()) ?? { seq: 0, hash: FIRST_HASH }
  const admin = { email, inviteHash: hashToken(token), inviteExpiresAt: at + DAY_MS, at, last }
  for (const statement of firstAdminStatements(admin, sha256)) await env.DB.prepare(statement).run()
  return token
}

/** Uses a link: sets a password, scans the app, types its code. Answers the app's secret. */
export async function useLink(token: string, at = NOON): Promise<string> {
  const { secret, sealed } = valueOf(await startEnrolment(env, token, { sealed: null, now: at }))
  valueOf(await enrol(env, { token, sealed, password: PASSWORD, again: PASSWORD, code: appCode(secret, at) }, at))
  return secret
}

export async function enter(email: string, secret: string, at: number): Promise<Hired> {
  const code = appCode(secret, at)
  const { token } = valueOf(await loginAtDesk(env, { email, password: PASSWORD, code, clientIp: 'local' }, at))
  const member = await findStaff(env, token, at)
  if (!member) throw new Error('the session proves nothing')
  return { member, secret, token }
}

export async function firstAdmin(email = 'ada@cm.example', at = NOON): Promise<Hired> {
  const secret = await useLink(await inviteFirstAdmin(email, at), at)
  return enter(email, secret, at + 60_000)
}

const otto = perFile((): { hired?: Hired } => ({}))

/** The second of the first two admins: hiring always takes both. */
export const secondAdmin = async (at = NOON): Promise<Hired> =>
  (otto().hired ??= await firstAdmin('otto@cm.example', at))

export const reviewOf = async (subjectId: string): Promise<number> =>
  (await env.DB.prepare('select id from review where subject_id = ?').bind(subjectId).first<number>('id')) ?? 0

/** A subject's facts as on its review page. */
export const readFacts = async (
  given: Env,
  { kind, subjectId, language }: { readonly kind: string; readonly subjectId: string; readonly language: Language },
) => (await findKind(kind)?.read(given, subjectId, language)) ?? null

/** Claims and decides a review. */
export async function decide(by: Hired, reviewId: number, verdict: 'approve' | 'reject' = 'approve', at = NOON) {
  const command = () => ({ reviewId, commandId: commandId(), at })
  valueOf(await claimReview(env, by.member, command()))
  const reason = verdict === 'reject' ? 'No.' : ''
  return valueOf(await decideReview(env, by.member, { ...command(), verdict, reason }))
}

/** Token of the newest link mailed to an address. */
export async function mailedToken(email: string): Promise<string> {
  const body = await env.DB.prepare('select body from outbox_message where target = ? order by id desc limit 1')
    .bind(email)
    .first<string>('body')
  const token = /token=([\w-]+)/.exec(body ?? '')?.[1]
  if (token === undefined) throw new Error(`no link was mailed to ${email}`)
  return token
}

/** Hires a person: proposed by one admin, approved by the other, enrolled by the mailed link and logged in. */
export async function hire(admin: StaffMember, name: string, role: Role, at = NOON): Promise<Hired> {
  const email = `${name.toLowerCase()}@cm.example`
  const second = await secondAdmin(at)
  const asked = { email, name, role, language: 'en', commandId: commandId(), at } as const
  valueOf(await proposeInvite(env, admin, asked))
  await decide(second, await reviewOf(asked.commandId), 'approve', at)
  const secret = await useLink(await mailedToken(email), at)
  return enter(email, secret, at + 60_000)
}

export interface Team {
  readonly ada: Hired
  readonly rita: Hired
  readonly fiona: Hired
  readonly frank: Hired
}

/** An admin, a reviewer and two of finance, with the current time instead of noon. */
export async function hireTeam(): Promise<Team> {
  const now = Date.now()
  const ada = await firstAdmin('ada@cm.example', now)
  const rita = await hire(ada.member, 'Rita', 'reviewer', now)
  const fiona = await hire(ada.member, 'Fiona', 'finance', now)
  const frank = await hire(ada.member, 'Frank', 'finance', now)
  return { ada, rita, fiona, frank }
}

/** A bonus of 100 USDT for fifty people, claimed by a code. */
export const giftForm = (differs: Partial<CouponForm> = {}): CouponForm => ({
  kind: 'trial_bonus',
  code: 'GIFT-100',
  share: '',
  days: 0,
  amount: '100',
  assetId: 3,
  stock: 50,
  useWithinDays: 7,
  claimFrom: NOON,
  claimUntil: NOON + DAY_MS,
  isListed: false,
  isWelcome: false,
  ...differs,
})

/** A customer with 1,000 USDT and a session. */
export async function customer(name: string): Promise<Session> {
  const id = await insertUser(env.DB, {
    email: `${name.toLowerCase()}@example.com`,
    mobile: null,
    mobileNational: null,
    passwordHash: 'scrypt$none',
    payPasswordHash: null,
    nickname: name,
    language: 'en',
    inviteCode: name.toUpperCase().padEnd(8, 'X').slice(0, 8),
    inviterId: null,
    pendingDemoGrant: null,
    isPromotionPending: false,
    createdAt: NOON,
  })
  if (id === null) throw new Error(`${name} exists`)
  const sessionId = `session-of-${name}`
  await callAccountAsSystem(env, id, {
    type: 'open_session',
    sessionId,
    expiresAt: Date.now() + DAY_MS,
    device: 'a phone',
  })
  const grants = [{ assetId: 3, amount: '1000000000', wallet: 'change' }] as const
  await callAccountAsSystem(env, id, { type: 'grant_demo', ref: 'welcome', grants })
  return { userId: id, sessionId }
}
