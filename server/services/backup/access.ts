// Access to backup and restore: the holder of BACKUP_TOKEN. Without the binding the endpoints answer 404.

import { createHash, timingSafeEqual } from 'node:crypto'
import { countAttempt } from '../identity/limit'
import { HOUR_MS } from '#domain/time'
import { assert } from '#domain/assert'
import { TokenBucket } from '#domain/token-bucket'

const TOKEN_LENGTH_MIN = 32
const WRONG_TOKENS_MAX = 20
/** Calls of one isolate: far above what one backup needs, far below what would burden the site. */
const calls = new TokenBucket({ atOnceMax: 500, perSecond: 100 }, 0)

export type Admission = 'absent' | 'refused' | 'too_many' | 'admitted'

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
  return calls.take(1, now) > 0 ? 'too_many' : 'admitted'
}

/** Digests have equal lengths, so timing reveals nothing. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
