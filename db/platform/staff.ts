// Staff of the desk, and their sessions. Each change is a statement for the batch of its audit line.

import { and, asc, count, eq, gt, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Role } from '#domain/desk/role'
import { staff, staffSession } from './desk-schema'
import { openDirectory, contains } from './directory'
import { type Slice, isAfter, offsetOf } from './slice'
import {
  type StaffPasskeyRow,
  addPasskeyStatement,
  forgetPasskeysStatement,
  isCounterAt,
  usePasskeyStatement,
} from './staff-passkey'

export type StaffRow = typeof staff.$inferSelect

export async function findStaffByEmail(db: D1Database, email: string): Promise<StaffRow | null> {
  const [row] = await openDirectory(db).select().from(staff).where(eq(staff.email, email)).limit(1)
  return row ?? null
}

export async function findStaffById(db: D1Database, id: number): Promise<StaffRow | null> {
  const [row] = await openDirectory(db).select().from(staff).where(eq(staff.id, id)).limit(1)
  return row ?? null
}

/** Invited person by the link's token, while it is valid. */
export async function findInvited(db: D1Database, inviteHash: string, now: number): Promise<StaffRow | null> {
  const [row] = await openDirectory(db)
    .select()
    .from(staff)
    .where(and(eq(staff.inviteHash, inviteHash), gt(staff.inviteExpiresAt, now), ne(staff.state, 'disabled')))
    .limit(1)
  return row ?? null
}

export const listStaff = (db: D1Database): Promise<StaffRow[]> =>
  openDirectory(db).select().from(staff).orderBy(asc(staff.id))

export interface StaffFilter {
  /** Part of the name or address; empty matches all. */
  readonly text: string
  readonly role: Role | null
  readonly state: StaffRow['state'] | null
}

/** Filtered staff in order of arrival, with their count. */
export async function searchStaff(
  db: D1Database,
  { text, role, state }: StaffFilter,
  slice: Slice,
): Promise<{ readonly rows: StaffRow[]; readonly total: number }> {
  const directory = openDirectory(db)
  const where = and(
    text === '' ? undefined : or(contains(staff.name, text), contains(staff.email, text)),
    role === null ? undefined : eq(staff.role, role),
    state === null ? undefined : eq(staff.state, state),
  )
  const [rows, totals] = await directory.batch([
    directory
      .select()
      .from(staff)
      .where(and(where, isAfter(staff.id, slice, 'up')))
      .orderBy(asc(staff.id))
      .limit(slice.limit)
      .offset(offsetOf(slice)),
    directory.select({ total: count() }).from(staff).where(where),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

export interface Invitation {
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly inviteHash: string
  readonly inviteExpiresAt: number
  readonly at: number
}

export const inviteStatement = (db: D1Database, { at, ...row }: Invitation) =>
  openDirectory(db)
    .insert(staff)
    .values({ ...row, state: 'invited', createdAt: at })

/** Issues a new link: password and second factors are deleted, and every session ends. */
export const reinviteStatements = (
  db: D1Database,
  {
    id,
    inviteHash,
    inviteExpiresAt,
    at,
  }: Pick<Invitation, 'inviteHash' | 'inviteExpiresAt' | 'at'> & { readonly id: number },
) => [
  openDirectory(db)
    .update(staff)
    .set({ state: 'invited', inviteHash, inviteExpiresAt, passwordHash: null, totpSecret: null, standingSince: at })
    .where(eq(staff.id, id)),
  forgetPasskeysStatement(db, id),
  endSessionsStatement(db, id),
]

/** First second factor: an app with a code of this step, or a passkey. */
export type FirstFactor =
  | { readonly totpSecret: string; readonly totpStep: number }
  | { readonly passkey: StaffPasskeyRow }

export const enrolStatements = (
  db: D1Database,
  {
    id,
    at,
    passwordHash,
    factor,
  }: { readonly id: number; readonly at: number; readonly passwordHash: string; readonly factor: FirstFactor },
) => [
  ...('passkey' in factor ? [addPasskeyStatement(db, factor.passkey)] : []),
  openDirectory(db)
    .update(staff)
    .set({
      ...('passkey' in factor ? {} : factor),
      ...{ passwordHash, state: 'active', inviteHash: null, inviteExpiresAt: null, standingSince: at },
    })
    .where(eq(staff.id, id)),
]

export const changeRoleStatements = (
  db: D1Database,
  { id, role, at }: { readonly id: number; readonly role: Role; readonly at: number },
) => [
  openDirectory(db).update(staff).set({ role, standingSince: at }).where(eq(staff.id, id)),
  endSessionsStatement(db, id),
]

export const disableStatements = (db: D1Database, { id, at }: { readonly id: number; readonly at: number }) => [
  openDirectory(db)
    .update(staff)
    .set({ state: 'disabled', inviteHash: null, inviteExpiresAt: null, standingSince: at })
    .where(eq(staff.id, id)),
  endSessionsStatement(db, id),
]

const endSessionsStatement = (db: D1Database, staffId: number) =>
  openDirectory(db).delete(staffSession).where(eq(staffSession.staffId, staffId))

export interface NewStaffSession {
  readonly idHash: string
  readonly staffId: number
  readonly at: number
  readonly expiresAt: number
  readonly ip: string
}

/** Second factor of a login: a code of this app step, or a passkey signature with its new counter. */
export type ShownFactor =
  | { readonly kind: 'app'; readonly step: number }
  | { readonly kind: 'passkey'; readonly id: string; readonly counterBefore: number; readonly counter: number }

/** Marks the factor as used, so it is valid once, and opens the session. */
export const loginStatements = (db: D1Database, { at, ...session }: NewStaffSession, shown: ShownFactor) => [
  shown.kind === 'app'
    ? openDirectory(db).update(staff).set({ totpStep: shown.step }).where(eq(staff.id, session.staffId))
    : usePasskeyStatement(db, { id: shown.id, staffId: session.staffId, counter: shown.counter, at }),
  openDirectory(db)
    .insert(staffSession)
    .values({ ...session, openedAt: at, seenAt: at }),
]

/** True while the factor is unused, and its owner is active. */
export const isFactorFresh = (staffId: number, shown: ShownFactor) =>
  shown.kind === 'app'
    ? isStepFresh(staffId, shown.step)
    : isCounterAt({ id: shown.id, staffId, counter: shown.counterBefore })

/** True while no code of this step or later was used. */
const isStepFresh = (staffId: number, step: number) =>
  sql`exists (select 1 from ${staff} where ${staff.id} = ${staffId} and ${staff.state} = 'active'
    and ${staff.totpSecret} is not null and ${staff.totpStep} < ${step})`

/** True while the invitation is unused. */
export const isInviteUnused = (staffId: number, inviteHash: string) =>
  sql`exists (select 1 from ${staff} where ${staff.id} = ${staffId} and ${staff.inviteHash} = ${inviteHash})`

/** True while this person has the role that the others saw. */
export const isStillInRole = (staffId: number, role: Role) =>
  sql`exists (select 1 from ${staff} where ${staff.id} = ${staffId} and ${staff.role} = ${role} and ${staff.state} <> 'disabled')`

export const isEmailFree = (email: string) => sql`not exists (select 1 from ${staff} where ${staff.email} = ${email})`

/** True when another active admin exists: the desk must keep one. */
export const hasOtherAdmin = (staffId: number) =>
  sql`exists (select 1 from ${staff} where ${staff.role} = 'admin' and ${staff.state} = 'active' and ${staff.id} <> ${staffId})`

export interface StaffMember {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Hash that identifies the session. */
  readonly sessionHash: string
  /** Login time of this session, with password and second factor. */
  readonly enteredAt: number
}

/** Owner of a live session: not expired, used since `idleSince`, and of an active person. */
export async function findStaffSession(
  db: D1Database,
  idHash: string,
  { now, idleSince }: { readonly now: number; readonly idleSince: number },
): Promise<(StaffMember & { readonly seenAt: number }) | null> {
  const [row] = await openDirectory(db)
    .select({
      ...{ id: staff.id, email: staff.email, name: staff.name, role: staff.role },
      ...{ sessionHash: staffSession.idHash, enteredAt: staffSession.openedAt, seenAt: staffSession.seenAt },
    })
    .from(staffSession)
    .innerJoin(staff, eq(staff.id, staffSession.staffId))
    .where(
      and(
        eq(staffSession.idHash, idHash),
        gt(staffSession.expiresAt, now),
        gt(staffSession.seenAt, idleSince),
        eq(staff.state, 'active'),
      ),
    )
    .limit(1)
  return row ?? null
}

export async function touchStaffSession(db: D1Database, idHash: string, now: number): Promise<void> {
  await openDirectory(db)
    .update(staffSession)
    .set({ seenAt: now })
    .where(and(eq(staffSession.idHash, idHash), lt(staffSession.seenAt, now)))
}

export const logoutStatement = (db: D1Database, idHash: string) =>
  openDirectory(db).delete(staffSession).where(eq(staffSession.idHash, idHash))

export async function pruneStaffSessions(db: D1Database, now: number): Promise<void> {
  await openDirectory(db).delete(staffSession).where(lte(staffSession.expiresAt, now))
}
