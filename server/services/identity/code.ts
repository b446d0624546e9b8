// Codes: made, kept as a keyed hash, checked and used up. The code itself is only ever in the message.

import { createHmac } from 'node:crypto'
import { type CodeGuess, type CodeName, takeCode, tryCode, writeCode } from '#db/platform/verification-code'
import { CODE_LIFE_MS, CODE_TRIES, CODE_TRIES_OF_OTHERS, parseCode } from '#domain/identity'
import { type Outcome, done, refuse } from '#domain/outcome'
import { randomCode } from './random'

export type CodeRefusal = 'code_malformed' | 'code_wrong'

/** A code and who asks for it: an address, or a user who is logged in. Strangers cannot use up the asker's tries. */
export interface AskedCode extends CodeName {
  readonly asker: string
}

/** A code and who brings one. `isOwner`: a user who is logged in, and the target is theirs. */
export interface GuessedCode extends CodeName {
  readonly guesser: string
  readonly isOwner?: boolean
}

/** How a user who is logged in is called among those who ask and guess. */
export const userGuesser = (userId: number): string => `user-${userId}`

/** A fresh code for the target, replacing an older one of the same purpose. */
export async function issueCode(env: Env, name: AskedCode, now: number): Promise<string> {
  const code = randomCode()
  const expiresAt = now + CODE_LIFE_MS
  await writeCode(env.DB, { ...name, hash: hashCode(env, name, code), triesOfOthers: CODE_TRIES_OF_OTHERS, expiresAt })
  return code
}

/** Leaves a code that nothing matches, so that a guess is answered as for any other target. */
export const issueNothing = (env: Env, name: AskedCode, now: number): Promise<void> =>
  writeCode(env.DB, { ...name, hash: null, triesOfOthers: CODE_TRIES_OF_OTHERS, expiresAt: now + CODE_LIFE_MS })

/** Says whether the code is right and leaves it good. One answer for wrong, used, expired and never sent. */
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

/** Uses the code up. Of two parallel callers with the right code one is refused. */
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
  createHmac('sha256', env.SESSION_SECRET).update(`code\n${purpose}\n${target}\n${code}`).digest('base64url')
