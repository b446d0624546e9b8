// Login sessions of a user: list, end one, end all.

import { type Outcome, done, refuse } from '#domain/outcome'
import type { OwnSessionRow } from '#party/protocol/account'
import { type Session, readSession } from '#session/session'
import { callAccount, checkSession, callAccountAsSystem } from './account-room'
import { noticeChange } from './security/notice'

export const listSessions = (env: Env, session: Session): Promise<Outcome<readonly OwnSessionRow[]>> =>
  callAccount(env, session, { type: 'sessions' })

/** Ends one own session, in the Account (party/account/session.ts, `endSession`); requires a live session. */
export async function endSession(env: Env, session: Session, sessionId: string): Promise<Outcome<null>> {
  const check = await checkSession(env, session)
  if (!check.ok) return check
  const { isEnded } = await callAccountAsSystem(env, session.userId, { type: 'end_session', sessionId })
  return isEnded ? done(null) : refuse('session_not_found')
}

/** Ends all sessions, including this one. */
export async function endAllSessions(env: Env, session: Session): Promise<Outcome<{ readonly ended: number }>> {
  const check = await checkSession(env, session)
  if (!check.ok) return check
  const ended = await callAccountAsSystem(env, session.userId, { type: 'end_all_sessions' })
  await noticeChange(env, session.userId, 'signed_out', Date.now())
  return done(ended)
}

/** Live session of a request where guests are allowed; null for an ended session. */
export async function findLiveSession(request: Request, env: Env): Promise<Session | null> {
  const session = await readSession(request, env)
  return session && (await isSessionLive(env, session)) ? session : null
}

export const isSessionLive = async (env: Env, session: Session): Promise<boolean> =>
  (await checkSession(env, session)).ok
