// Verification codes: generated, stored as a keyed hash, checked, consumed. The plain code exists only in the message.

import { type CodeGuess, type CodeName, takeCode, tryCode, writeCode } from '#db/platform/verification-code'
import { CODE_LIFE_MS, CODE_TRIES, CODE_TRIES_OF_OTHERS, parseCode } from '#domain/identity'
import { type Outcome, done, refuse } from '#domain/outcome'
import { installationDigest } from '#lib/digest'
import { randomCode } from './random'

export type CodeRefusal = 'code_malformed' | 'code_wrong'

/** Code with its requester: a browser, an IP, or a logged-in user. Other requesters can neither use up its tries nor replace it. */
export interface AskedCode extends CodeName {
  readonly requester: string
}

/** Attempt source, with all requester names under which the code may be stored. */
export interface AttemptSource {
  readonly attemptSource: string
  readonly requesters: readonly string[]
}

/** Code with its attempt source. `isOwner`: a logged-in user submits a code for an own address. */
export interface GuessedCode extends CodeName, AttemptSource {
  readonly isOwner?: boolean
}

/** Key of a logged-in user among requesters of codes and sources of attempts. */
export const userRequester = (userId: number): string => `user-${userId}`

export const userSource = (userId: number): AttemptSource => ({
  attemptSource: userRequester(userId),
  requesters: [userRequester(userId)],
})

/** New code for the target; replaces an older one of the same purpose and requester. */
export async function issueCode(env: Env, name: AskedCode, now: number): Promise<string> {
  const code = randomCode()
  const expiresAt = now + CODE_LIFE_MS
  await writeCode(env.DB, { ...name, ...TRIES, hash: hashCode(env, name, code), expiresAt })
  return code
}

/** Stores an unmatchable code, so that guesses get the same answers as for any other target. */
export const issueNothing = (env: Env, name: AskedCode, now: number): Promise<void> =>
  writeCode(env.DB, { ...name, ...TRIES, hash: null, expiresAt: now + CODE_LIFE_MS })

const TRIES = { triesOfRequester: CODE_TRIES, triesOfOthers: CODE_TRIES_OF_OTHERS }

/** Checks a code without consuming it. Wrong, used, expired and unknown codes get the same refusal. */
export async function verifyCode(
  env: Env,
  name: GuessedCode,
  text: string,
  now: number,
): Promise<Outcome<null, CodeRefusal>> {
  const code = parseCode(text)
  if (!code.ok) return code
  const isRight = await tryCode(env.DB, guessOf(env, name, code.value), now)
  return isRight ? done(null) : refuse('code_wrong')
}

/** Consumes the code. Of two concurrent callers with the correct code, one is refused. */
export async function useCode(
  env: Env,
  name: GuessedCode,
  text: string,
  now: number,
): Promise<Outcome<null, CodeRefusal>> {
  const code = parseCode(text)
  if (!code.ok) return code
  const isTaken = await takeCode(env.DB, guessOf(env, name, code.value), now)
  return isTaken ? done(null) : refuse('code_wrong')
}

const guessOf = (env: Env, name: GuessedCode, code: string): CodeGuess => ({
  ...name,
  isOwner: name.isOwner ?? false,
  hash: hashCode(env, name, code),
  tries: CODE_TRIES,
  countedForMs: CODE_LIFE_MS,
})

/** Keyed, because a million codes are quickly tried against a plain hash. */
const hashCode = (env: Env, { target, purpose }: CodeName, code: string): string =>
  installationDigest(env, 'code', `${purpose}\n${target}\n${code}`)
