// Whom an account text may name, and under which name the wrong passwords of each are counted.

import { type UserRow, findUser, findUsersByNational } from '#db/platform/user'
import { isMobileUnproven } from '#domain/security'
import { type AccountText, nationalSpellings, parseAccount } from './account-name'

/** Maximum candidates tried: users of different countries may share a national number. */
const CANDIDATES_MAX = 3

/** A user whose password may be meant, by the account's full name. */
export interface Candidate {
  readonly name: string
  /** Null when no user matches: one dummy candidate, so that a password is hashed anyway (constant time). */
  readonly user: UserRow | null
}

/** By the full name, or, for a mobile number typed without its country, all who have the national number. */
export async function findCandidates(env: Env, account: AccountText, now: number): Promise<Candidate[]> {
  const name = attemptName(account)
  const parsed = parseAccount(account)
  if (parsed.ok) {
    const user = await findUser(env.DB, parsed.value.target)
    return [{ name, user: user && isNamedBy(user, parsed.value.target, now) ? user : null }]
  }
  const nationals = nationalSpellings(account)
  const users = nationals.length > 0 ? await findUsersByNational(env.DB, nationals, CANDIDATES_MAX) : []
  const named = users.flatMap((user) =>
    user.mobile !== null && isNamedBy(user, user.mobile, now) ? [{ name: user.mobile, user }] : [],
  )
  return named.length > 0 ? named : [{ name, user: null }]
}

/** A mobile that proves nothing yet names nobody. */
const isNamedBy = (user: UserRow, target: string, now: number): boolean =>
  target !== user.mobile || !isMobileUnproven(user, now)

/** Canonical spelling of an unknown account for attempt counters, valid or not. */
export function attemptName(account: AccountText): string {
  const name = parseAccount(account)
  if (name.ok) return name.value.target
  // However a national number is spelt, it finds the same users, so it counts as the same.
  const [national] = nationalSpellings(account)
  if (national !== undefined) return `national:${national.replace(/^0+/, '')}`
  return account.text.trim().toLowerCase().slice(0, 100)
}
