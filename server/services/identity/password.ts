// Password hashes: scrypt with a salt per user. The parameters travel with the hash, so that they can be raised later.

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** About 80 ms on the Workers runtime. More lanes would block the isolate for everyone else. */
const COST: Cost = { N: 2 ** 15, r: 8, p: 1 }
const HASH_BYTES = 32
const MEMORY_MAX = 64 * 1024 * 1024

/** What a password is compared with when there is no such account: the answer takes as long as a real one. */
const NOBODYS_HASH = `scrypt$${COST.N}$${COST.r}$${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** "scrypt$N$r$p$salt$hash", salt and hash in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** True when the password is the one behind the stored hash. `null` stands for an account that does not exist. */
export async function isPasswordRight(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (stored ?? NOBODYS_HASH).split('$')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64url'), cost)
  const isSame = timingSafeEqual(derived, Buffer.from(hash, 'base64url'))
  return isSame && stored !== null
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  // One spelling for characters that can be typed in two ways (é, full-width letters).
  const text = password.normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(text, salt, HASH_BYTES, { ...cost, maxmem: MEMORY_MAX }, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
