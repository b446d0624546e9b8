// Calls to a user's Account room, typed by request: a user's own under a live session, and the Worker's.
// Nothing here decides about money; a refusal comes back as it was answered.

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
import type { Session } from '#session/session'

/**
 * Asks the user's own room. A session that is over is refused there, as `session_ended`, in the same call. What may be refused is a closed
 * list for each type of request.
 */
export async function askAccount<Type extends keyof AccountRequests>(
  env: Pick<Env, 'Account'>,
  session: Session,
  request: AccountRequests[Type] & { readonly type: Type },
): Promise<AccountOutcome<Type>> {
  const text = JSON.stringify(request)
  const answer = await callRoom(env, session.userId, (room) => room.asUser(session.sessionId, text))
  // The room answers every type of request with its outcome.
  return JSON.parse(answer) as AccountOutcome<Type>
}

/**
 * Asks for a command that the Worker makes from what holds now: terms, prices, where the user is. When `make` refuses, it may be a
 * repetition of one that was accepted before, so the Account is asked for its first answer: that is told, and not the refusal.
 */
export async function askCommand<Type extends AccountCommand['type']>(
  env: Pick<Env, 'Account'>,
  session: Session,
  { type, commandId, said }: CommandName<Type>,
  make: () => Promise<Outcome<Omit<AccountRequests[Type], 'type' | 'commandId'>>>,
): Promise<Outcome<AccountResults[Type]>> {
  const made = await make()
  // All that the request is made of; TypeScript does not put it together again.
  const whole = (rest: object) =>
    ({ type, commandId, ...rest }) as unknown as AccountRequests[Type] & { readonly type: Type }
  if (made.ok) return askAccount<Type>(env, session, whole(made.value))
  const text = JSON.stringify({ type: FIRST_ANSWER, commandId, of: type, said })
  const first = await callRoom(env, session.userId, (room) => room.asUser(session.sessionId, text))
  // The outcome of that command, or null.
  return (JSON.parse(first) as Outcome<AccountResults[Type]> | null) ?? made
}

/** A command by what a client says of it, whatever holds now. */
interface CommandName<Type> {
  readonly type: Type
  readonly commandId: string
  /** Parts of its content (`content` of the command in the Account). */
  readonly said: unknown
}

/**
 * Whether the session lives, for what only the directory knows. A room refuses this question for nothing else: any other refusal is a
 * failure and ends nobody's session.
 */
export async function checkSession(
  env: Pick<Env, 'Account'>,
  session: Session,
): Promise<Outcome<AccountResults['profile_check'], 'session_ended'>> {
  const check = await askAccount(env, session, { type: 'profile_check' })
  if (check.ok) return check
  assert(check.refusal.code === 'session_ended', `a live session is told so, not ${check.refusal.code}`)
  return refuse('session_ended')
}

/** A system request to a user's room, without a session. Validate anything of a user's request before passing it on here. */
export async function tellAccount<Type extends keyof SystemRequests>(
  env: Pick<Env, 'Account'>,
  userId: number,
  request: SystemRequests[Type] & { readonly type: Type },
): Promise<SystemResults[Type]> {
  const text = JSON.stringify(request)
  // The room answers every type of request with its result of SystemResults.
  return JSON.parse(await callRoom(env, userId, (room) => room.asSystem(text))) as SystemResults[Type]
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

/** The stub seen as the RPC that it serves: its own type also carries everything of a Durable Object. */
const roomOf = (env: Pick<Env, 'Account'>, userId: number): AccountRpc =>
  env.Account.get(env.Account.idFromName(String(userId)))

const isRetryable = (failure: unknown): boolean =>
  typeof failure === 'object' && failure !== null && 'retryable' in failure && failure.retryable === true
