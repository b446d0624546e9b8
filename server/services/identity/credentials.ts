// Finds whom an account text and a password belong to, spending one hash at least, so that time does not tell who exists.

import { type UserRow, findUser, findUsersByNational } from '#db/platform/user'
import { type AccountText, nationalSpellings, parseAccount } from './account-name'
import { isPasswordRight } from './password'

/** Users of different countries may share a national number; so many of them are tried. */
const CANDIDATES_MAX = 3

export async function findByCredentials(env: Env, account: AccountText, password: string): Promise<UserRow | null> {
  const candidates = await findCandidates(env, account)
  if (candidates.length === 0) await isPasswordRight(password, null)
  for (const user of candidates) {
    if (await isPasswordRight(password, user.passwordHash)) return user
  }
  return null
}

/** By the full name, or, for a mobile number typed without its country, by the national number. */
async function findCandidates(env: Env, account: AccountText): Promise<UserRow[]> {
  const name = parseAccount(account)
  if (name.ok) {
    const user = await findUser(env.DB, name.value.target)
    return user ? [user] : []
  }
  const nationals = nationalSpellings(account)
  return nationals.length > 0 ? findUsersByNational(env.DB, nationals, CANDIDATES_MAX) : []
}

/** One spelling of an account for the counters of wrong passwords, well formed or not. */
export function attemptName(account: AccountText): string {
  const name = parseAccount(account)
  if (name.ok) return name.value.target
  // However a national number is spelt, it finds the same users, so it counts as the same.
  const [national] = nationalSpellings(account)
  if (national !== undefined) return `national:${national.replace(/^0+/, '')}`
  return account.text.trim().toLowerCase().slice(0, 100)
}
