// Staff enrolment: a single-use link, a password, and an authenticator app or passkey, all set together.

import { type FirstFactor, type StaffRow, enrolStatements, findInvited, isInviteUnused } from '#db/platform/staff'
import { type NewPasswordRefusal, checkNewPassword } from '#domain/identity'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type HashRefusal, makeHash } from '../identity/hash-queue'
import { askNewCredential, passkeyName, takeNewCredential } from '../security/passkey-ceremony'
import { seal, unseal } from '../security/seal'
import { makeTotpSecret, stepOfCode, totpUri } from '../security/totp-code'
import { type AuditRefusal, writeAudited } from './audit'
import { hashToken } from './session'

/** Longer than for customers, because staff accounts are fewer and more powerful. */
const STAFF_PASSWORD_MIN = 12

export type EnrolmentRefusal =
  | AuditRefusal
  | NewPasswordRefusal
  | HashRefusal
  | 'invite_used'
  | 'code_wrong'
  | 'passkey_refused'

/** Data of the enrolment page. The form returns `sealed`, so that a wrong code does not require a new scan. */
export interface Enrolment extends AppSetup {
  readonly email: string
  readonly name: string
}

/** Pending authenticator setup: its secret exists only on the page, encrypted for its member. */
export interface AppSetup {
  readonly secret: string
  readonly uri: string
  readonly sealed: string
}

/** Setup from `sealed`, or a new one. */
export async function setUpApp(
  env: Env,
  { id, email }: Pick<StaffRow, 'id' | 'email'>,
  sealed: string | null,
): Promise<AppSetup> {
  const owner = { use: 'staff_enrolment', userId: id } as const
  const secret = (sealed === null ? null : await unseal(env, owner, sealed)) ?? makeTotpSecret()
  const uri = totpUri({ secret, site: deskName(env), account: email })
  return { secret, uri, sealed: await seal(env, owner, secret) }
}

/** Confirmed authenticator for storage; null for a wrong code. */
export async function confirmApp(
  env: Env,
  staffId: number,
  { sealed, code }: { readonly sealed: string; readonly code: string },
  now: number,
): Promise<{ readonly totpSecret: string; readonly totpStep: number } | null> {
  const secret = await unseal(env, { use: 'staff_enrolment', userId: staffId }, sealed)
  const step = secret === null ? null : stepOfCode(secret, code, now)
  if (secret === null || step === null) return null
  return { totpSecret: await seal(env, { use: 'staff_totp', userId: staffId }, secret), totpStep: step }
}

const deskName = (env: Env): string => `${env.SITE_NAME} desk`

/** Passkey creation options of the desk. The handle differs from customers', so customer passkeys are not replaced. */
export const askStaffPasskey = (
  env: Env,
  { id, email }: Pick<StaffRow, 'id' | 'email'>,
  input: { readonly origin: string; readonly known: Parameters<typeof askNewCredential>[1]['known'] },
  now: number,
): Promise<unknown> => {
  const newcomer = {
    purpose: 'desk_add',
    userId: id,
    handle: `desk:${id}`,
    account: email,
    site: deskName(env),
  } as const
  return askNewCredential(env, { ...newcomer, ...input }, now)
}

export async function startEnrolment(
  env: Env,
  token: string,
  { sealed, now }: { readonly sealed: string | null; readonly now: number },
): Promise<Outcome<Enrolment, 'invite_used'>> {
  const member = await findInvited(env.DB, hashToken(token), now)
  if (!member) return refuse('invite_used')
  const { email, name } = member
  return done({ email, name, ...(await setUpApp(env, member, sealed)) })
}

interface Passwords {
  readonly password: string
  readonly again: string
}

/** Passkey creation options for the holder of the link. Passwords are checked first, so that no passkey is created in vain. */
export async function askEnrolmentPasskey(
  env: Env,
  input: Passwords & { readonly token: string; readonly origin: string },
  now: number,
): Promise<Outcome<unknown, EnrolmentRefusal>> {
  const member = await findInvited(env.DB, hashToken(input.token), now)
  if (!member) return refuse('invite_used')
  const password = checkStaffPassword(input)
  return password.ok ? done(await askStaffPasskey(env, member, { origin: input.origin, known: [] }, now)) : password
}

export interface EnrolmentEntry extends Passwords {
  readonly token: string
  readonly sealed: string
  readonly code: string
  /** JSON of the browser's answer to `askEnrolmentPasskey`, in place of an app's code. */
  readonly passkey?: string
}

/** Activates a staff member, once per link. Password and second factor are written atomically. */
export async function enrol(env: Env, entry: EnrolmentEntry, now: number): Promise<Outcome<null, EnrolmentRefusal>> {
  const inviteHash = hashToken(entry.token)
  const member = await findInvited(env.DB, inviteHash, now)
  if (!member) return refuse('invite_used')
  const password = checkStaffPassword(entry)
  if (!password.ok) return password
  const made = await makeHash(env, { account: `staff:${member.id}` }, password.value)
  if (!made.ok) return made
  const factor = entry.passkey
    ? await makeFirstPasskey(env, member, entry.passkey, now)
    : await confirmApp(env, member.id, entry, now)
  if (!factor) return refuse(entry.passkey ? 'passkey_refused' : 'code_wrong')

  const line = {
    staffId: member.id,
    action: 'staff_enrolled',
    target: `staff:${member.id}`,
    facts: { email: member.email, by: 'passkey' in factor ? 'passkey' : 'app' },
    commandId: `enrol:${inviteHash}`,
    at: now,
  } as const
  const written = await writeAudited(env, line, {
    precondition: isInviteUnused(member.id, inviteHash),
    statements: enrolStatements(env.DB, { id: member.id, at: now, passwordHash: made.value, factor }),
  })
  if (!written.ok) return written.refusal.code === 'precondition_failed' ? refuse('invite_used') : written
  return done(null)
}

async function makeFirstPasskey(env: Env, { id }: StaffRow, text: string, now: number): Promise<FirstFactor | null> {
  const made = await takeNewCredential(env, { purpose: 'desk_add', userId: id, text }, now)
  return made && { passkey: { ...made, staffId: id, name: passkeyName(''), createdAt: now, lastUsedAt: null } }
}

function checkStaffPassword(passwords: Passwords): Outcome<string, NewPasswordRefusal> {
  const password = checkNewPassword(passwords)
  if (!password.ok) return password
  if ([...password.value].length < STAFF_PASSWORD_MIN)
    return refuse('password_too_short', { bound: String(STAFF_PASSWORD_MIN) })
  return done(password.value)
}
