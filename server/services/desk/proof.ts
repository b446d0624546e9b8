// Staff login proof: password, and authenticator code or passkey. The answer never tells which part was wrong.

import { type ShownFactor, type StaffRow, findStaffByEmail } from '#db/platform/staff'
import { findStaffPasskey } from '#db/platform/staff-passkey'
import { type Outcome, done } from '#domain/outcome'
import { type HashRefusal, checkPassword } from '../identity/hash-queue'
import { challengeLimits, countAttempt, staffCodeLimits } from '../identity/limit'
import { askSignature, takeSignature } from '../security/passkey-ceremony'
import { unseal } from '../security/seal'
import { stepOfCode } from '../security/totp-code'

/** Challenge subject for an e-mail without a staff member. */
const NOBODY = 0

/**
 * Passkey challenge for a staff e-mail. Unknown e-mails get an equal challenge, and no passkey ids are listed, so that
 * the answer reveals neither staff members nor their passkeys.
 */
export async function askDeskPasskey(
  env: Env,
  input: { readonly email: string; readonly origin: string; readonly clientIp: string },
  now: number,
): Promise<Outcome<unknown, 'too_many_requests'>> {
  const counted = await countAttempt(env, challengeLimits(env, input.clientIp), now)
  if (!counted.ok) return counted
  const member = await findStaffByEmail(env.DB, input.email.trim().toLowerCase().slice(0, 254))
  const challenge = { purpose: 'desk_login', userId: member?.id ?? NOBODY, origin: input.origin } as const
  return done(await askSignature(env, challenge, [], now))
}

export interface DeskProof {
  readonly email: string
  readonly password: string
  /** Six digits of the authenticator app; empty with a passkey. */
  readonly code: string
  /** JSON of the browser's answer to `askDeskPasskey`. */
  readonly passkey?: string
  readonly clientIp: string
}

/**
 * Proven second factor after a right password. Null when either is wrong, and also when the second factor is rate
 * limited, since a distinct answer would confirm the password. Once the hash has its turn, the hash and the
 * challenge are consumed in every case.
 */
export async function proveMember(
  env: Env,
  member: StaffRow | null,
  { email, password, code, passkey = '', clientIp }: DeskProof,
  now: number,
): Promise<Outcome<ShownFactor | null, HashRefusal>> {
  const requester = { account: `staff:${email}`, ip: clientIp }
  const checked = await checkPassword(env, requester, password, member?.state === 'active' ? member.passwordHash : null)
  if (!checked.ok) return checked
  const signed = passkey === '' ? null : await proveByPasskey(env, member?.id ?? NOBODY, passkey, now)
  if (!checked.value || !member) return done(null)
  const counted = await countAttempt(env, staffCodeLimits(member.id), now)
  if (!counted.ok) return done(null)
  return done(passkey === '' ? await proveByCode(env, member, code, now) : signed)
}

async function proveByPasskey(env: Env, staffId: number, text: string, now: number): Promise<ShownFactor | null> {
  const answer = { purpose: 'desk_login', userId: staffId, text } as const
  const signed = await takeSignature(env, answer, (id) => findStaffPasskey(env.DB, id), now)
  if (signed?.row.staffId !== staffId) return null
  return { kind: 'passkey', id: signed.row.id, counterBefore: signed.row.counter, counter: signed.counter }
}

async function proveByCode(
  env: Env,
  { id, totpSecret }: StaffRow,
  code: string,
  now: number,
): Promise<ShownFactor | null> {
  const secret = totpSecret && (await unseal(env, { use: 'staff_totp', userId: id }, totpSecret))
  const step = secret ? stepOfCode(secret, code, now) : null
  return step === null ? null : { kind: 'app', step }
}
