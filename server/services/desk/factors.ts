// Second factors of a staff member (authenticator app, passkeys), changed by the owner only, shortly after login. At
// least one always remains. Removing one ends all other sessions.

import {
  addAppStatement,
  addPasskeyStatement,
  endOtherSessionsStatement,
  hasApp,
  hasOtherPasskey,
  hasRoomForPasskey,
  isPasskeyOf,
  listStaffPasskeys,
  removeAppStatement,
  removePasskeyStatement,
  renamePasskeyStatement,
} from '#db/platform/staff-passkey'
import { findStaffById } from '#db/platform/staff'
import { sql } from 'drizzle-orm'
import type { AuditAction } from '#domain/desk/audit'
import { type Outcome, done, refuse } from '#domain/outcome'
import { PASSKEYS_MAX } from '#domain/security'
import { MINUTE_MS } from '#domain/time'
import { countAttempt, staffCodeLimits } from '../identity/limit'
import type { PasskeyView } from '../security/passkeys'
import { passkeyName, takeNewCredential } from '../security/passkey-ceremony'
import { type AuditRefusal, NEVER, writeAudited } from './audit'
import { type AppSetup, askStaffPasskey, confirmApp, setUpApp } from './enrolment'
import type { StaffMember } from './session'

/** Time (ms) after login during which factors can be changed, to protect unattended computers. */
const FRESH_MS = 10 * MINUTE_MS

export type FactorRefusal =
  | AuditRefusal
  | 'desk_login_stale'
  | 'last_factor'
  | 'code_wrong'
  | 'too_many_requests'
  | 'totp_already_set'
  | 'totp_not_set'
  | 'passkey_refused'
  | 'passkeys_above_max'
  | 'passkey_not_found'

export interface OwnFactors {
  readonly hasApp: boolean
  readonly passkeys: readonly PasskeyView[]
  /** False requires a new login before changes. */
  readonly mayChange: boolean
}

interface FactorCommand {
  readonly commandId: string
  readonly at: number
}

/** True shortly after a login with both factors: required for changes that an unattended computer must not make. */
export const isFresh = ({ enteredAt }: StaffMember, at: number): boolean => at < enteredAt + FRESH_MS

export async function readOwnFactors(env: Env, by: StaffMember, now: number): Promise<OwnFactors> {
  const [row, passkeys] = await Promise.all([findStaffById(env.DB, by.id), listStaffPasskeys(env.DB, by.id)])
  return {
    hasApp: row?.totpSecret != null,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt, isBackedUp }) => ({
      ...{ id, name, createdAt, lastUsedAt, isBackedUp },
    })),
    mayChange: isFresh(by, now),
  }
}

/** Options for creating another passkey. */
export async function askOwnPasskey(
  env: Env,
  by: StaffMember,
  origin: string,
  now: number,
): Promise<Outcome<unknown, FactorRefusal>> {
  if (!isFresh(by, now)) return refuse('desk_login_stale')
  const known = await listStaffPasskeys(env.DB, by.id)
  if (known.length >= PASSKEYS_MAX) return refuse('passkeys_above_max', { bound: String(PASSKEYS_MAX) })
  return done(await askStaffPasskey(env, by, { origin, known }, now))
}

/** Stores a new passkey. A retry, whose challenge is consumed, finds it stored. */
export async function addOwnPasskey(
  env: Env,
  by: StaffMember,
  { text, name: asked, ...command }: FactorCommand & { readonly text: string; readonly name: string },
): Promise<Outcome<null, FactorRefusal>> {
  if (!isFresh(by, command.at)) return refuse('desk_login_stale')
  const name = passkeyName(asked)
  const made = await takeNewCredential(env, { purpose: 'desk_add', userId: by.id, text }, command.at)
  const entry = entryOf('staff_passkey_added', by, command, { name })
  if (!made) {
    const again = await writeAudited(env, entry, { precondition: NEVER, statements: [] })
    return again.ok ? done(null) : refuse('passkey_refused')
  }
  const row = { ...made, staffId: by.id, name, createdAt: command.at, lastUsedAt: null }
  const written = await writeAudited(env, entry, {
    precondition: hasRoomForPasskey(by.id, PASSKEYS_MAX),
    statements: [addPasskeyStatement(env.DB, row)],
  })
  if (written.ok) return done(null)
  if (written.refusal.code === 'precondition_failed')
    return refuse('passkeys_above_max', { bound: String(PASSKEYS_MAX) })
  // The passkey is already registered.
  return written.refusal.code === 'row_contradicts' ? refuse('passkey_refused') : written
}

export async function renameOwnPasskey(
  env: Env,
  by: StaffMember,
  { id, name: asked, ...command }: FactorCommand & { readonly id: string; readonly name: string },
): Promise<Outcome<null, FactorRefusal>> {
  const [name, owned] = [passkeyName(asked), { id, staffId: by.id }]
  const written = await writeAudited(env, entryOf('staff_passkey_renamed', by, command, { name }), {
    precondition: isPasskeyOf(owned),
    statements: [renamePasskeyStatement(env.DB, { ...owned, name })],
  })
  return preconditionFailedAs('passkey_not_found', written)
}

export async function removeOwnPasskey(
  env: Env,
  by: StaffMember,
  { id, ...command }: FactorCommand & { readonly id: string },
): Promise<Outcome<null, FactorRefusal>> {
  if (!isFresh(by, command.at)) return refuse('desk_login_stale')
  const known = await listStaffPasskeys(env.DB, by.id)
  const own = known.find((row) => row.id === id)
  const written = await writeAudited(env, entryOf('staff_passkey_removed', by, command, { name: own?.name ?? '' }), {
    precondition: sql`${isPasskeyOf({ id, staffId: by.id })} and (${hasApp(by.id)} or ${hasOtherPasskey(by.id, id)})`,
    statements: [removePasskeyStatement(env.DB, { id, staffId: by.id }), endOtherSessionsStatement(env.DB, by)],
    // A retry finds the passkey gone and cannot compare its name.
    isSame: ({ name }) => !own || name === own.name,
  })
  return preconditionFailedAs(own ? 'last_factor' : 'passkey_not_found', written)
}

/** Authenticator setup for a member without an app; active after its first code. */
export const startOwnApp = (env: Env, by: StaffMember, sealed: string | null): Promise<AppSetup> =>
  setUpApp(env, by, sealed)

export async function addOwnApp(
  env: Env,
  by: StaffMember,
  { sealed, code, ...command }: FactorCommand & { readonly sealed: string; readonly code: string },
): Promise<Outcome<null, FactorRefusal>> {
  if (!isFresh(by, command.at)) return refuse('desk_login_stale')
  const counted = await countAttempt(env, staffCodeLimits(by.id), command.at)
  if (!counted.ok) return counted
  const app = await confirmApp(env, by.id, { sealed, code }, command.at)
  if (!app) return refuse('code_wrong')
  const written = await writeAudited(env, entryOf('staff_app_added', by, command, {}), {
    precondition: sql`not ${hasApp(by.id)}`,
    statements: [addAppStatement(env.DB, { staffId: by.id, ...app })],
  })
  return preconditionFailedAs('totp_already_set', written)
}

export async function removeOwnApp(
  env: Env,
  by: StaffMember,
  command: FactorCommand,
): Promise<Outcome<null, FactorRefusal>> {
  if (!isFresh(by, command.at)) return refuse('desk_login_stale')
  const row = await findStaffById(env.DB, by.id)
  const written = await writeAudited(env, entryOf('staff_app_removed', by, command, {}), {
    precondition: sql`${hasApp(by.id)} and ${hasOtherPasskey(by.id, null)}`,
    statements: [removeAppStatement(env.DB, by.id), endOtherSessionsStatement(env.DB, by)],
  })
  return preconditionFailedAs(row?.totpSecret == null ? 'totp_not_set' : 'last_factor', written)
}

const entryOf = (
  action: Extract<AuditAction, `staff_passkey_${string}` | `staff_app_${string}`>,
  { id }: StaffMember,
  command: FactorCommand,
  facts: Readonly<Record<string, string>>,
) => ({ staffId: id, action, target: `staff:${id}`, facts, ...command })

const preconditionFailedAs = (
  code: 'passkey_not_found' | 'last_factor' | 'totp_already_set' | 'totp_not_set',
  written: Awaited<ReturnType<typeof writeAudited>>,
): Outcome<null, FactorRefusal> => {
  if (written.ok) return done(null)
  return written.refusal.code === 'precondition_failed' ? refuse(code) : written
}
