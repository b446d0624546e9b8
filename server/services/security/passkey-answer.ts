// Customer passkeys: challenges, and the owner of a signed answer.

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { findPasskey, listPasskeys, notePasskeyUse } from '#db/platform/passkey'
import { type Answer, type Asked, askSignature, takeSignature } from './passkey-ceremony'

type Purpose = 'login' | 'step_up'

/** Challenge for one of the user's passkeys, or for any passkey with `userId` null. `origin` is the page's origin. */
export async function askPasskey(
  env: Env,
  input: Asked & { readonly purpose: Purpose },
  now: number,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const passkeys = input.userId === null ? [] : await listPasskeys(env.DB, input.userId)
  return askSignature(env, input, passkeys, now)
}

/** Owner of the answering passkey; null for an invalid answer. The challenge is consumed in both cases. */
export async function takePasskeyAnswer(
  env: Env,
  answer: Answer & { readonly purpose: Purpose },
  now: number,
): Promise<{ readonly userId: number; readonly passkeyId: string } | null> {
  const signed = await takeSignature(env, answer, (id) => findPasskey(env.DB, id), now)
  if (!signed) return null
  const { row, counter } = signed
  if (answer.userId !== null && row.userId !== answer.userId) return null
  const isNoted = await notePasskeyUse(env.DB, { id: row.id, counterBefore: row.counter, counter }, now)
  return isNoted ? { userId: row.userId, passkeyId: row.id } : null
}
