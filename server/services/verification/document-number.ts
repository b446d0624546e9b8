// Document numbers: encrypted per user, compared by a keyed hash, because the number space is small enough to
// enumerate.

import type { IdentityDocument } from '#domain/identity-document'
import { installationDigest } from '#lib/digest'
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

/** Hash of country and number: numbers may repeat across countries, rarely across document types of one country. */
export const hashNumber = (env: Env, { country, number }: IdentityDocument): string =>
  installationDigest(env, 'document', `${country}\n${number}`)
