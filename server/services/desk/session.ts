// Coming to the desk and leaving it: password and second factor together, a short session, every try counted.

import { count } from '#lib/counters'
import { logError } from '#lib/log-line'
import { randomBytes } from 'node:crypto'
import {
  type StaffMember,
  type StaffRow,
  findStaffByEmail,
  findStaffSession,
  isFactorFresh,
  loginStatements,
  logoutStatement,
  touchStaffSession,
} from '#db/platform/staff'
import { type Permission, mayDo } from '#domain/desk/role'
import { type Outcome, done, refuse } from '#domain/outcome'
import { DESK_IDLE_MS, DESK_SESSION_MS } from '#session/desk-cookie'
import { sha256 } from '#lib/digest'
import type { HashRefusal } from '../identity/hash-queue'
import {
  countAttempt,
  forgiveAttempts,
  staffCodeLimits,
  staffLoginFailureKey,
  staffLoginLimits,
  staffNoteLimits,
  uncountAttempt,
} from '../identity/limit'
import { type AuditRefusal, writeAudited } from './audit'
import { type DeskProof, proveMember } from './proof'

export type { StaffMember }

/** Minimum interval (ms) of activity updates, to avoid a write per request. */
const TOUCH_EVERY_MS = 60_000

export type DeskLoginRefusal = 'desk_login_wrong' | 'too_many_requests' | 'log_busy' | HashRefusal

/** Token of a new staff session. Refusals reveal neither membership nor the wrong part. */
export async function loginAtDesk(
  env: Env,
  entry: DeskProof,
  now: number,
): Promise<Outcome<{ readonly token: string; readonly staffId: number }, DeskLoginRefusal>> {
  const attempt = { email: entry.email.trim().toLowerCase().slice(0, 254), ip: entry.clientIp }
  const limits = staffLoginLimits(env, attempt)
  const counted = await countAttempt(env, limits, now)
  if (!counted.ok) {
    count('cm_staff_refusals')
    return counted
  }
  const member = await findStaffByEmail(env.DB, attempt.email)
  const proven = await proveMember(env, member, { ...entry, email: attempt.email }, now)
  if (!proven.ok) {
    await uncountAttempt(env, limits)
    return proven
  }
  const shown = proven.value
  if (!member || !shown) {
    if (member) await noteFailure(env, member, now)
    return refuse('desk_login_wrong')
  }

  const token = makeToken()
  const session = {
    idHash: hashToken(token),
    staffId: member.id,
    at: now,
    expiresAt: now + DESK_SESSION_MS,
    ip: attempt.ip,
  }
  const line = {
    staffId: member.id,
    action: 'login',
    target: `staff:${member.id}`,
    facts: { ip: attempt.ip, by: shown.kind },
    commandId: `login:${session.idHash}`,
    at: now,
  } as const
  const written = await writeAudited(env, line, {
    precondition: isFactorFresh(member.id, shown),
    statements: loginStatements(env.DB, session, shown),
  })
  // Proof already used, used concurrently, or its member removed.
  if (!written.ok) return refuse(written.refusal.code === 'log_busy' ? 'log_busy' : 'desk_login_wrong')
  const codes = staffCodeLimits(member.id).map(({ key }) => key)
  await forgiveAttempts(env, [staffLoginFailureKey(attempt), ...codes])
  return done({ token, staffId: member.id })
}

/** Logs a failed login attempt; counters limit the number of lines. */
async function noteFailure(env: Env, { id }: StaffRow, now: number): Promise<void> {
  const counted = await countAttempt(env, staffNoteLimits(id), now)
  if (!counted.ok) return
  const commandId = `login-failed:${crypto.randomUUID()}`
  const entry = { staffId: null, action: 'login_failed', target: `staff:${id}`, facts: {}, commandId, at: now } as const
  const written = await writeAudited(env, entry, { statements: [] })
  if (!written.ok) logError(`staff ${id}: a failed login is not in the log: ${written.refusal.code}`)
}

/** Staff member of a session token; null when invalid. */
export async function findStaff(env: Pick<Env, 'DB'>, token: string | null, now: number): Promise<StaffMember | null> {
  if (token === null) return null
  const idHash = hashToken(token)
  const found = await findStaffSession(env.DB, idHash, { now, idleSince: now - DESK_IDLE_MS })
  if (!found) return null
  const { seenAt, ...member } = found
  if (seenAt < now - TOUCH_EVERY_MS) await touchStaffSession(env.DB, idHash, now)
  return member
}

export async function logoutFromDesk(
  env: Pick<Env, 'DB'>,
  member: StaffMember,
  token: string,
  now: number,
): Promise<Outcome<null, AuditRefusal>> {
  const idHash = hashToken(token)
  const entry = {
    staffId: member.id,
    action: 'logout',
    target: `staff:${member.id}`,
    facts: {},
    commandId: `logout:${idHash}`,
    at: now,
  } as const
  const written = await writeAudited(env, entry, { statements: [logoutStatement(env.DB, idHash)] })
  return written.ok ? done(null) : written
}

/** Permission check of every desk page and action. */
export const checkPermission = (
  member: Pick<StaffMember, 'role'>,
  permission: Permission,
): Outcome<null, 'permission_missing'> => (mayDo(member.role, permission) ? done(null) : refuse('permission_missing'))

/** 256 random bits in base64url. Shown once; only its hash is stored. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): string => sha256(token)
