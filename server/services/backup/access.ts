// Access to backup and restore: the holder of BACKUP_TOKEN. Without the binding the endpoints answer 404.

import { createHash, timingSafeEqual } from 'node:crypto'
import { countAttempt } from '../identity/limit'
import { HOUR_MS } from '#domain/time'
import { assert } from '#domain/assert'

const TOKEN_LENGTH_MIN = 32
const WRONG_TOKENS_MAX = 20
/** Calls of one isolate: far above what one backup needs, far below what would burden the site. */
const CALLS_PER_SECOND = 100
const CALLS_AT_ONCE = 500

export type Admission = 'absent' | 'refused' | 'too_many' | 'admitted'

let left = CALLS_AT_ONCE
let filledAt = 0

export async function admitOperator(
  env: Env,
  { authorization, ip }: { readonly authorization: string | null; readonly ip: string },
  now: number,
): Promise<Admission> {
  const token = env.BACKUP_TOKEN
  if (!token) return 'absent'
  assert(token.length >= TOKEN_LENGTH_MIN, `BACKUP_TOKEN has at least ${TOKEN_LENGTH_MIN} characters`)
  if (!isSame(authorization ?? '', `Bearer ${token}`)) {
    const limit = { key: `backup:${ip}`, max: WRONG_TOKENS_MAX, windowMs: HOUR_MS }
    return (await countAttempt(env, [limit], now)).ok ? 'refused' : 'too_many'
  }
  left = Math.min(CALLS_AT_ONCE, left + (Math.max(0, now - filledAt) * CALLS_PER_SECOND) / 1000)
  filledAt = now
  if (left < 1) return 'too_many'
  left -= 1
  return 'admitted'
}

/** Digests have equal lengths, so timing reveals nothing. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
