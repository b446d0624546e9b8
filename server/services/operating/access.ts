// Access of the operators' own programs: the holder of a secret. Without its binding the endpoints answer 404.

import { createHash, timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '#domain/time'
import { assert } from '#domain/assert'
import { countAttempt } from '../identity/limit'

const TOKEN_LENGTH_MIN = 32
const WRONG_TOKENS_MAX = 20

export type Admission = 'absent' | 'refused' | 'too_many' | 'admitted'

interface Shown {
  readonly authorization: string | null
  readonly ip: string
}

type Secret = 'BACKUP_TOKEN' | 'METRICS_TOKEN'

export async function admitBearer(env: Env, secret: Secret, shown: Shown, now: number): Promise<Admission> {
  const token = env[secret]
  if (!token) return 'absent'
  assert(token.length >= TOKEN_LENGTH_MIN, `${secret} has at least ${TOKEN_LENGTH_MIN} characters`)
  if (isSame(shown.authorization ?? '', `Bearer ${token}`)) return 'admitted'
  const limit = { key: `${secret}:${shown.ip}`, max: WRONG_TOKENS_MAX, windowMs: HOUR_MS }
  return (await countAttempt(env, [limit], now)).ok ? 'refused' : 'too_many'
}

/** Digests have equal lengths, so timing reveals nothing. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
