// Login: password proof, session creation in the Account room, notice to the owner; and logout.

import { setAccountClosed } from '#db/platform/leaving'
import { type UserRow, findUserById } from '#db/platform/user'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { RequestPlace } from '#session/place'
import { API_SESSION_MS, BROWSER_SESSION_MS, type Session, signSession } from '#session/session'
import { callAccountAsSystem } from '../account-room'
import { noticeLogin } from '../security/notice'
import type { AccountText } from './account-name'
import { type Candidate, findCandidates } from './credentials'
import { isKnownPlace, rememberPlace } from './known-place'
import { countAttempt, forgiveAttempts, loginFailureKeys, loginLimits, uncountAttempt } from './limit'
import { sendPendingCommands } from './pending-commands'
import { type HashRefusal, checkPassword } from './hash-queue'

export interface Login {
  readonly account: AccountText
  readonly password: string
  readonly clientIp: string
  /** Device text for the session list. */
  readonly device: string
  readonly place?: RequestPlace
  readonly kind: SessionKind
  /** Code of the authenticator app or a recovery code, when a second step is required. */
  readonly secondCode?: string | null
}

/** A browser's session lives thirty days, an API client's token one. */
type SessionKind = 'browser' | 'api'

type Entry = Pick<Login, 'device' | 'place' | 'kind'>

/**
 * User of a right password. Unknown accounts and wrong passwords get the same answer in the same time. If a limit
 * skipped a candidate, the answer is `too_many_requests`, since its password may have been right.
 */
export async function provePassword(
  env: Env,
  entry: Pick<Login, 'account' | 'password' | 'clientIp'>,
): Promise<Outcome<UserRow, PasswordRefusal>> {
  let answer: Outcome<UserRow, PasswordRefusal> = refuse('credentials_wrong')
  for (const candidate of await findCandidates(env, entry.account, Date.now())) {
    const tried = await tryPassword(env, candidate, entry)
    if (tried.ok) return tried
    if (tried.refusal.code !== 'credentials_wrong') answer = tried
  }
  return answer
}

type PasswordRefusal = 'credentials_wrong' | 'too_many_requests' | HashRefusal

/** Tries and known places are counted per account, not per shared national number. */
async function tryPassword(
  env: Env,
  { name, user }: Candidate,
  { password, clientIp }: Pick<Login, 'password' | 'clientIp'>,
): Promise<Outcome<UserRow, PasswordRefusal>> {
  const from = { account: name, ip: clientIp }
  const now = Date.now()
  const attempt = { ...from, isKnown: await isKnownPlace(env, from, now) }
  const limits = loginLimits(env, attempt)
  const counted = await countAttempt(env, limits, now)
  if (!counted.ok) return counted
  const checked = await checkPassword(env, from, password, user?.passwordHash ?? null)
  if (!checked.ok) {
    await uncountAttempt(env, limits)
    return checked
  }
  if (!user || !checked.value) return refuse('credentials_wrong')
  await forgiveAttempts(env, loginFailureKeys(attempt))
  await rememberPlace(env, attempt, now)
  return done(user)
}

/** Opens a session for an authenticated user; `user` is the row used for the proof. */
export async function enter(
  env: Env,
  user: UserRow,
  entry: Entry,
): Promise<Outcome<{ readonly userId: number; readonly token: string }, 'credentials_wrong' | 'account_closed'>> {
  await sendPendingCommands(env, user)
  const opened = await openSession(env, { userId: user.id, ...entry })
  if (!opened.ok) return opened
  const { token, sessionId } = opened.value
  // A password reset in the meantime ended all sessions except this one, opened with the old password.
  const now = await findUserById(env.DB, user.id)
  if (now?.passwordHash !== user.passwordHash) {
    await logout(env, { userId: user.id, sessionId })
    return refuse('credentials_wrong')
  }
  await noticeLogin(env, user.id, { ...entry, sessionId }, Date.now())
  return done({ userId: user.id, token })
}

/**
 * Opens a session in the user's Account room, for a user authenticated in the same request. Refused where its owner closed the account;
 * something that came to it since opens it again.
 */
export async function openSession(
  env: Env,
  { userId, device, place, kind }: Entry & { readonly userId: number },
): Promise<Outcome<{ readonly token: string; readonly sessionId: string }, 'account_closed'>> {
  const issuedAt = Date.now()
  const sessionId = crypto.randomUUID()
  const expiresAt = issuedAt + (kind === 'browser' ? BROWSER_SESSION_MS : API_SESSION_MS)
  const { country = '', city = '' } = place ?? {}
  const opened = { sessionId, expiresAt, device: device.slice(0, 200), country, city }
  const { isOpened, closedAt } = await callAccountAsSystem(env, userId, { type: 'open_session', ...opened })
  // Sends the directory changes that a crash delayed.
  if (closedAt !== null) await setAccountClosed(env.DB, userId, isOpened ? null : closedAt)
  if (!isOpened) return refuse('account_closed')
  return done({ token: await signSession(env, { userId, sessionId, issuedAt }), sessionId })
}

/** Ends the session and invalidates its token. */
export async function logout(env: Env, session: Session): Promise<void> {
  await callAccountAsSystem(env, session.userId, { type: 'end_session', sessionId: session.sessionId })
}
