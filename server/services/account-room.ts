// Typed calls to a user's Account room: user requests under a live session, and system requests of the Worker. No money
// decisions here; refusals pass through unchanged.

import { tracedRoom } from '#lib/room-call'
import { assert } from '#domain/assert'
import { type Outcome, refuse } from '#domain/outcome'
import {
  type AccountCommand,
  type AccountOutcome,
  type AccountRequests,
  type AccountResults,
  type AccountRpc,
  FIRST_ANSWER,
  type SystemRequests,
  type SystemResults,
} from '#party/protocol/account'
import { splitUsage } from '#party/protocol/api-key'
import type { Session } from '#session/session'

/**
 * Calls the user's own room. An ended session is refused within the same call (`session_ended`). Each request type has
 * a closed list of refusals.
 */
export async function callAccount<Type extends keyof AccountRequests>(
  env: Pick<Env, 'Account'>,
  session: Session,
  request: AccountRequests[Type] & { readonly type: Type },
): Promise<AccountOutcome<Type>> {
  const text = JSON.stringify(request)
  const answer = await callAs(env, session, text)
  // Typed by the room's protocol: the outcome of this request type.
  return JSON.parse(answer) as AccountOutcome<Type>
}

/**
 * Runs a command composed from current terms, prices and location. If `make` refuses, the command may be a retry of an
 * accepted one, so the Account's first answer, if any, replaces the refusal.
 */
export async function runCommand<Type extends AccountCommand['type']>(
  env: Pick<Env, 'Account'>,
  session: Session,
  { type, commandId, asked: fields }: CommandName<Type>,
  make: () => Promise<Outcome<Omit<AccountRequests[Type], 'type' | 'commandId'>>>,
): Promise<Outcome<AccountResults[Type]>> {
  const made = await make()
  const asked = JSON.stringify(fields)
  // The object has all parts of the request, but TypeScript cannot infer the recombined type.
  const whole = (rest: object) =>
    ({ type, commandId, asked, ...rest }) as unknown as AccountRequests[Type] & { readonly type: Type }
  if (made.ok) return callAccount<Type>(env, session, whole(made.value))
  const text = JSON.stringify({ type: FIRST_ANSWER, commandId, of: type, asked })
  const first = await callAs(env, session, text)
  // Outcome of the first command, or null.
  return (JSON.parse(first) as Outcome<AccountResults[Type]> | null) ?? made
}

/** Command identified by its client-supplied parts, independent of current terms. */
interface CommandName<Type> {
  readonly type: Type
  readonly commandId: string
  /** The client's fields. A retry under one idempotency key must repeat them. */
  readonly asked: unknown
}

/**
 * Session check for data of the directory alone. The room refuses this request only for an ended session; any other
 * refusal is treated as a failure.
 */
export async function checkSession(
  env: Pick<Env, 'Account'>,
  session: Session,
): Promise<Outcome<AccountResults['profile_check'], 'session_ended'>> {
  const check = await callAccount(env, session, { type: 'profile_check' })
  if (check.ok) return check
  // A refused key goes on with its own code.
  if (session.key) return check as Outcome<never, 'session_ended'>
  assert(check.refusal.code === 'session_ended', `a live session is told so, not ${check.refusal.code}`)
  return refuse('session_ended')
}

/** System request to a user's room, without a session. Validate user input before passing it on. */
export async function callAccountAsSystem<Type extends keyof SystemRequests>(
  env: Pick<Env, 'Account'>,
  userId: number,
  request: SystemRequests[Type] & { readonly type: Type },
): Promise<SystemResults[Type]> {
  const text = JSON.stringify(request)
  // Typed by the room's protocol: the result in SystemResults.
  return JSON.parse(await callRoom(env, userId, (room) => room.asSystem(text))) as SystemResults[Type]
}

/** A user's request, by session or by key. */
async function callAs(
  env: Pick<Env, 'Account'>,
  { userId, sessionId, key, metered }: Session,
  text: string,
): Promise<string> {
  if (!key) return callRoom(env, userId, (room) => room.asUser(sessionId, text))
  const { usage, outcome } = splitUsage(await callRoom(env, userId, (room) => room.asKey(JSON.stringify(key), text)))
  metered?.(usage)
  return outcome
}

/** Retries once when the room restarted during the call. Safe, because every request is idempotent: commands by their id. */
async function callRoom(
  env: Pick<Env, 'Account'>,
  userId: number,
  call: (room: AccountRpc) => Promise<string>,
): Promise<string> {
  try {
    return await call(roomOf(env, userId))
  } catch (failure) {
    if (!isRetryable(failure)) throw failure
    return call(roomOf(env, userId))
  }
}

/** Stub typed as its RPC interface only. */
const roomOf = (env: Pick<Env, 'Account'>, userId: number): AccountRpc =>
  tracedRoom(env.Account.get(env.Account.idFromName(String(userId))), 'account')

const isRetryable = (failure: unknown): boolean =>
  typeof failure === 'object' && failure !== null && 'retryable' in failure && failure.retryable === true
