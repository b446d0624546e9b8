// Authenticator codes (RFC 6238: SHA-1, six digits, thirty seconds, supported by every app).

// The Node build hashes by the runtime; the other one carries hash functions of its own.
import { Secret, TOTP } from 'otpauth/dist/otpauth.node.mjs'
import { plainDigits } from '#domain/identity'
import { TOTP_STEP_MS, TOTP_STEPS_AROUND } from '#domain/security'
import type { Session } from '#session/session'
import { seal, unseal } from './seal'

/** 160 bits, the length of the hash. */
const SECRET_BYTES = 20

/** New secret in base32, for manual entry in an authenticator app. */
export const makeTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

export const sealTotpSecret = (env: Env, userId: number, secret: string): Promise<string> =>
  seal(env, { use: 'totp', userId }, secret)

/** Encrypts an unconfirmed secret for the session that proved its owner, so that another stolen session cannot read it. */
export const sealTotpSetup = (env: Env, { userId, sessionId }: Session, secret: string): Promise<string> =>
  seal(env, { use: 'totp_setup', userId, sessionId }, secret)

export const unsealTotpSetup = (env: Env, { userId, sessionId }: Session, sealed: string): Promise<string | null> =>
  unseal(env, { use: 'totp_setup', userId, sessionId }, sealed)

/** Content of the QR code: "otpauth://totp/…". */
export const totpUri = (facts: { readonly secret: string; readonly site: string; readonly account: string }): string =>
  new TOTP({ issuer: facts.site, label: facts.account, secret: Secret.fromBase32(facts.secret) }).toString()

/** TOTP time step (30 s) matching the code, or null when none is current. */
export async function findTotpStep(
  env: Env,
  { userId, sealed }: { readonly userId: number; readonly sealed: string },
  code: string,
  now: number,
): Promise<number | null> {
  const secret = await unseal(env, { use: 'totp', userId }, sealed)
  return secret === null ? null : stepOfCode(secret, code, now)
}

/** Time step of a code for a base32 secret. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const token = plainDigits(code).replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: TOTP_STEP_MS / 1000 })
  const delta = totp.validate({ token, timestamp: now, window: TOTP_STEPS_AROUND })
  return delta === null ? null : Math.floor(now / TOTP_STEP_MS) + delta
}
