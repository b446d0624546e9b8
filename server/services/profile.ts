// What a user shows of oneself: nickname, signature, avatar.

import { setHeadPortrait } from '#db/platform/upload'
import { setLanguage, setNames } from '#db/platform/user'
import type { Language } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import { parseNickname, parseSignature } from '#domain/profile'
import type { Session } from '#session/session'
import { isSessionLive } from './sessions'
import { publishUpload, withdrawUpload } from './uploads'

export type ProfileRefusal = 'session_ended' | 'nickname_malformed' | 'signature_malformed' | 'upload_not_found'

/** Both or neither. No signature leaves it as it is; an empty one takes it away. */
export async function changeNames(
  env: Env,
  session: Session,
  typed: { readonly nickname: string; readonly signature?: string | undefined },
): Promise<Outcome<null, ProfileRefusal>> {
  if (!(await isSessionLive(env, session))) return refuse('session_ended')
  const nickname = parseNickname(typed.nickname)
  if (!nickname.ok) return nickname
  const signature = typed.signature === undefined ? null : parseSignature(typed.signature)
  if (signature && !signature.ok) return signature
  await setNames(env.DB, session.userId, {
    nickname: nickname.value,
    ...(signature && { signature: signature.value }),
  })
  return done(null)
}

/** Mails and messages are written in it from now on. */
export async function changeLanguage(
  env: Env,
  session: Session,
  language: Language,
): Promise<Outcome<null, 'session_ended'>> {
  if (!(await isSessionLive(env, session))) return refuse('session_ended')
  await setLanguage(env.DB, session.userId, language)
  return done(null)
}

/** Shows a picture that the user sent in; the one before it is removed. */
export async function changeAvatar(
  env: Env,
  session: Session,
  reference: string,
): Promise<Outcome<null, ProfileRefusal>> {
  if (!(await isSessionLive(env, session))) return refuse('session_ended')
  const shown = await publishUpload(env, session.userId, reference, Date.now())
  if (shown === null) return refuse('upload_not_found')
  const before = await setHeadPortrait(env.DB, session.userId, shown)
  if (before !== null && before !== shown) await withdrawUpload(env, session.userId, before)
  return done(null)
}
