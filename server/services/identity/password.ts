// Password hashes: scrypt with a salt per user. Parameters are stored with the hash, so that they can be raised later.

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { comparable } from '#domain/identity'

interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** About 80 ms in the Workers runtime. More lanes would block the isolate for other requests. */
const EXPONENT = 15
const EXPONENT_MIN = 4
const HASH_BYTES = 32
const MEMORY_MAX = 64 * 1024 * 1024

type Settings = Pick<Env, 'ENVIRONMENT' | 'PASSWORD_COST'>

/**
 * PASSWORD_COST applies in development and tests only; elsewhere, and when it is not a valid scrypt exponent, the
 * default cost applies.
 */
export function costOf({ ENVIRONMENT, PASSWORD_COST = '' }: Settings): Cost {
  const isCheapAllowed = ENVIRONMENT === 'test' || ENVIRONMENT === 'development'
  const exponent = isCheapAllowed && /^\d{1,2}$/.test(PASSWORD_COST) ? Number(PASSWORD_COST) : EXPONENT
  return { N: 2 ** (exponent >= EXPONENT_MIN && exponent <= EXPONENT ? exponent : EXPONENT), r: 8, p: 1 }
}

/** Dummy hash compared when no account matches, so that the response time does not reveal it. */
function nobodysHash(env: Settings): string {
  const { N, r, p } = costOf(env)
  return `scrypt$${N}$${r}$${p}$${'A'.repeat(22)}$${'A'.repeat(43)}`
}

/** "scrypt$N$r$p$salt$hash", salt and hash in base64url. */
export async function hashPassword(env: Settings, password: string): Promise<string> {
  const salt = randomBytes(16)
  const cost = costOf(env)
  const hash = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** True when the password matches the stored hash. `null` means that no account exists. */
export async function isPasswordRight(env: Settings, password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (stored ?? nobodysHash(env)).split('$')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64url'), cost)
  const isSame = timingSafeEqual(derived, Buffer.from(hash, 'base64url'))
  return isSame && stored !== null
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const text = comparable(password)
  return new Promise((resolve, reject) => {
    scrypt(text, salt, HASH_BYTES, { ...cost, maxmem: MEMORY_MAX }, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
