// Candidate users of an account text, and their attempt counter names.

import { type UserRow, findUser, findUsersByNational } from '#db/platform/user'
import { isMobileUnproven } from '#domain/security'
import { type AccountText, nationalSpellings, parseAccount } from './account-name'

/** Maximum candidates tried: users of different countries may share a national number. */
const CANDIDATES_MAX = 3

/** User whose password may be meant, by full account name. */
export interface Candidate {
  readonly name: string
  /** Null when no user matches: one dummy candidate, so that a password is hashed anyway (constant time). */
  readonly user: UserRow | null
}

/** Candidates by full name, or all users of a national number typed without country. */
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

/** An unproven mobile cannot name an account. */
const isNamedBy = (user: UserRow, target: string, now: number): boolean =>
  target !== user.mobile || !isMobileUnproven(user, now)

/** Canonical spelling of an unknown account for attempt counters, valid or not. */
export function attemptName(account: AccountText): string {
  const name = parseAccount(account)
  if (name.ok) return name.value.target
  // All spellings of a national number find the same users, so they share a counter.
  const [national] = nationalSpellings(account)
  if (national !== undefined) return `national:${national.replace(/^0+/, '')}`
  return account.text.trim().toLowerCase().slice(0, 100)
}
