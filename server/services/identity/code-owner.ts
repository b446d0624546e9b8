// Whose a code is. Older clients name a mobile number's country when they ask for a code, and leave it out when they bring the code
// back: then the number is the one, of all that its digits may stand for, that this code was sent to.

import { findUsersByMobile } from '#db/platform/user'
import { listAwaited } from '#db/platform/verification-code'
import type { AccountRefusal, CodePurpose } from '#domain/identity'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type AccountName, type AccountText, isWithoutCountry, parseAccount, possibleNumbers } from './account-name'
import { type CodeRefusal, verifyCode } from './code'

/** What a code may have been sent for, and by whom it is brought for that. */
export interface PurposeGuess {
  readonly purpose: CodePurpose
  readonly guesser: string
}

/** The code stays good. Guesses are to be counted by the caller: each costs a try of whatever it was compared with. */
export async function findCodeOwner(
  env: Env,
  account: AccountText,
  { guesses, code }: { readonly guesses: readonly PurposeGuess[]; readonly code: string },
  now: number,
): Promise<Outcome<AccountName, AccountRefusal | CodeRefusal>> {
  if (!isWithoutCountry(account)) return parseAccount(account)
  const targets = possibleNumbers(account)
  for (const { purpose, guesser } of guesses) {
    for (const target of await listAwaited(env.DB, { targets, purpose }, now)) {
      const verified = await verifyCode(env, { target, purpose, guesser }, code, now)
      if (verified.ok) return parseAccount({ text: target })
      if (verified.refusal.code === 'code_malformed') return verified
    }
  }
  return refuse('code_wrong')
}

/** Who has a number that came without its country, which may name one user all the same. Null when it names nobody. */
export async function findReceiver(
  env: Env,
  account: AccountText,
): Promise<Outcome<AccountName | null, AccountRefusal>> {
  const users = await findUsersByMobile(env.DB, possibleNumbers(account), 2)
  const [mobile, ...others] = users.flatMap((user) => user.mobile ?? [])
  if (mobile === undefined) return done(null)
  return others.length === 0 ? parseAccount({ text: mobile }) : refuse('mobile_malformed')
}
