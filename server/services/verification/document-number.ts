// Numbers of documents: stored encrypted and bound to their user, told apart by a keyed hash, because numbers are few enough to be tried.

import { createHmac } from 'node:crypto'
import type { IdentityDocument } from '#domain/identity-document'
import { seal, unseal } from '../security/seal'

const USE = 'identity_number'

export const sealNumber = (env: Env, userId: number, number: string): Promise<string> =>
  seal(env, { use: USE, userId }, number)

/** Decrypted document number; null when absent or its secret was changed. */
export const revealNumber = (
  env: Env,
  { userId, numberSealed }: { readonly userId: number; readonly numberSealed: string | null },
): Promise<string | null> =>
  numberSealed === null ? Promise.resolve(null) : unseal(env, { use: USE, userId }, numberSealed)

/** Of country and number: documents of two countries may have the same number, two kinds of one country rarely do by chance. */
export const hashNumber = (env: Env, { country, number }: IdentityDocument): string =>
  createHmac('sha256', env.SESSION_SECRET).update(`document\n${country}\n${number}`).digest('base64url')
