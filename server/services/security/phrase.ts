// Anti-phishing phrase of the owner, included in all our mails.

import { setPhrase } from '#db/platform/security'
import { type Outcome, done } from '#domain/outcome'
import { parsePhrase } from '#domain/security'
import type { Session } from '#session/session'
import { noticeChange } from './notice'
import { readOwnState } from './owner'

/** Empty takes it away. */
export async function changePhrase(
  env: Env,
  session: Session,
  text: string,
): Promise<Outcome<null, 'phrase_malformed' | 'session_ended'>> {
  const phrase = parsePhrase(text)
  if (!phrase.ok) return phrase
  const now = Date.now()
  const state = await readOwnState(env, session, now)
  if (!state.ok) return state
  await setPhrase(env.DB, session.userId, phrase.value)
  await noticeChange(env, session.userId, 'phrase', now)
  return done(null)
}
