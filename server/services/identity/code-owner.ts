// Owner of a code. Older clients send the country of a mobile number when requesting a code and omit it when
// submitting: the owner is then the one possible number that this code was sent to.

import { findUsersByMobile } from '#db/platform/user'
import { hasAsked, listAwaited } from '#db/platform/verification-code'
import type { AccountRefusal, CodePurpose } from '#domain/identity'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type AccountName, type AccountText, isWithoutCountry, parseAccount, possibleNumbers } from './account-name'
import { type Visitor, guesserOf } from './requester'
import { type CodeRefusal, type AttemptSource, verifyCode } from './code'
import { codeCheckLimits, countAttempt, uncountAttempt } from './limit'

/** Code submitted by a visitor without a session. */
export interface CodeEntry extends Visitor {
  readonly account: AccountText
  readonly purpose: CodePurpose
  readonly code: string
}

/**
 * Verifies a code and returns its account. Failed attempts of others behind the same IP do not block a visitor who
 * requested this code.
 */
export async function showCode(
  env: Env,
  entry: CodeEntry,
  now: number,
): Promise<Outcome<AccountName, AccountRefusal | CodeRefusal | 'too_many_requests'>> {
  const { account, purpose, code } = entry
  const named = parseAccount(account)
  if (!named.ok && !isWithoutCountry(account)) return named
  const who = guesserOf(env, entry)
  const targets = named.ok ? [named.value.target] : possibleNumbers(account)
  const isAsked = await hasAsked(env.DB, { targets, purpose, requesters: who.requesters }, now)
  const limits = isAsked ? [] : codeCheckLimits(env, entry.clientIp)
  const counted = await countAttempt(env, limits, now)
  if (!counted.ok) return counted
  const owner = named.ok ? named : await findCodeOwner(env, account, { guesses: [{ purpose, ...who }], code }, now)
  if (!owner.ok) return owner
  const right = await verifyCode(env, { target: owner.value.target, purpose, ...who }, code, now)
  if (!right.ok) return right
  await uncountAttempt(env, limits)
  return owner
}

/** Purpose of a code with its attempt source. */
export interface PurposeGuess extends AttemptSource {
  readonly purpose: CodePurpose
}

/** Finds the account of a code without consuming it. The caller counts attempts; each comparison costs one try of the compared code. */
export async function findCodeOwner(
  env: Env,
  account: AccountText,
  { guesses, code }: { readonly guesses: readonly PurposeGuess[]; readonly code: string },
  now: number,
): Promise<Outcome<AccountName, AccountRefusal | CodeRefusal>> {
  if (!isWithoutCountry(account)) return parseAccount(account)
  const targets = possibleNumbers(account)
  for (const { purpose, ...who } of guesses) {
    for (const target of await listAwaited(env.DB, { targets, purpose, requesters: who.requesters }, now)) {
      const verified = await verifyCode(env, { target, purpose, ...who }, code, now)
      if (verified.ok) return parseAccount({ text: target })
      if (verified.refusal.code === 'code_malformed') return verified
    }
  }
  return refuse('code_wrong')
}

/** User of a number without country, if exactly one user matches. Null when none does. */
export async function findReceiver(
  env: Env,
  account: AccountText,
): Promise<Outcome<AccountName | null, AccountRefusal>> {
  const users = await findUsersByMobile(env.DB, possibleNumbers(account), 2)
  const [mobile, ...others] = users.flatMap((user) => user.mobile ?? [])
  if (mobile === undefined) return done(null)
  return others.length === 0 ? parseAccount({ text: mobile }) : refuse('mobile_malformed')
}
