// Recovery codes for lost authenticators and passkeys. Shown once at creation; stored as keyed hashes.

import { createHmac } from 'node:crypto'
import { replaceRecoveryCodes, takeRecoveryCode } from '#db/platform/totp'
import { RECOVERY_CODES, RECOVERY_CODE_LENGTH, parseRecoveryCode, writeRecoveryCode } from '#domain/security'
import { randomLetters } from '../identity/random'

/** Replaces all recovery codes with new ones, in the format for writing down: "ABCDE-FGHJK". */
export async function makeRecoveryCodes(env: Env, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomLetters(RECOVERY_CODE_LENGTH))
  await replaceRecoveryCodes(
    env.DB,
    userId,
    codes.map((code) => hashCode(env, userId, code)),
  )
  return codes.map(writeRecoveryCode)
}

export const forgetRecoveryCodes = (env: Env, userId: number): Promise<void> => replaceRecoveryCodes(env.DB, userId, [])

/** True once per code. */
export async function useRecoveryCode(env: Env, userId: number, text: string, now: number): Promise<boolean> {
  const code = parseRecoveryCode(text)
  return code !== null && takeRecoveryCode(env.DB, userId, hashCode(env, userId, code), now)
}

/** Fifty random bits need no slow hash; keyed, so that a copy of the database proves no guess. */
const hashCode = (env: Env, userId: number, code: string): string =>
  createHmac('sha256', env.SESSION_SECRET).update(`recovery\n${userId}\n${code}`).digest('base64url')
