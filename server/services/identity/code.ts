// Codes: made, kept as a keyed hash, checked and used up. The code itself is only ever in the message.

import { createHmac } from 'node:crypto'
import { type CodeName, takeCode, tryCode, writeCode } from '#db/platform/verification-code'
import { CODE_LIFE_MS, CODE_TRIES, parseCode } from '#domain/identity'
import { type Outcome, done, refuse } from '#domain/outcome'
import { randomCode } from './random'

export type CodeRefusal = 'code_malformed' | 'code_wrong'

/** A fresh code for the target, replacing an older one of the same purpose. */
export async function issueCode(env: Env, name: CodeName, now: number): Promise<string> {
  const code = randomCode()
  const expiresAt = now + CODE_LIFE_MS
  await writeCode(env.DB, { ...name, hash: hashCode(env, name, code), tries: CODE_TRIES, expiresAt })
  return code
}

/** Leaves a code that nothing matches, so that a guess is answered as for any other target. */
export const issueNothing = (env: Env, name: CodeName, now: number): Promise<void> =>
  writeCode(env.DB, { ...name, hash: null, tries: CODE_TRIES, expiresAt: now + CODE_LIFE_MS })

/** Says whether the code is right and leaves it good. One answer for wrong, used, expired and never sent. */
export async function verifyCode(
  env: Env,
  name: CodeName,
  text: string,
  now: number,
): Promise<Outcome<null, CodeRefusal>> {
  const code = parseCode(text)
  if (!code.ok) return code
  const isRight = await tryCode(env.DB, { ...name, hash: hashCode(env, name, code.value) }, now)
  return isRight ? done(null) : refuse('code_wrong')
}

/** Uses the code up. Of two parallel callers with the right code one is refused. */
export async function useCode(
  env: Env,
  name: CodeName,
  text: string,
  now: number,
): Promise<Outcome<null, CodeRefusal>> {
  const code = parseCode(text)
  if (!code.ok) return code
  const isTaken = await takeCode(env.DB, { ...name, hash: hashCode(env, name, code.value) }, now)
  return isTaken ? done(null) : refuse('code_wrong')
}

/** Keyed, because a million codes are quickly tried against a plain hash. */
const hashCode = (env: Env, { target, purpose }: CodeName, code: string): string =>
  createHmac('sha256', env.SESSION_SECRET).update(`code\n${purpose}\n${target}\n${code}`).digest('base64url')
