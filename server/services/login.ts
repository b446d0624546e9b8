// Page login: password, then a second step if required; or a passkey alone.

import { findUserById, type UserRow } from '#db/platform/user'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { IdentityRefusal } from './identity'
import { type Login, enter, provePassword } from './identity/entry'
import { challengeLimits, countAttempt } from './identity/limit'
import { askPasskey, takePasskeyAnswer } from './security/passkey-answer'
import {
  type SecondStep,
  findSecondStep,
  proveSecondStep,
  proveSecondStepByPasskey,
  readTicket,
  signTicket,
} from './security/second-step'

export type LoginRefusal = IdentityRefusal | 'passkey_refused'

interface Entered {
  readonly token: string
}

export type LoginStep =
  | ({ readonly kind: 'entered' } & Entered)
  | { readonly kind: 'second_step'; readonly ticket: string }

type Entry = Pick<Login, 'device' | 'place' | 'kind'>

/** First step by password: returns a session, or a ticket for the second step. */
export async function beginLogin(env: Env, entry: Login): Promise<Outcome<LoginStep, LoginRefusal>> {
  const user = await provePassword(env, entry)
  if (!user.ok) return user
  if (await findSecondStep(env, user.value.id)) {
    return done({ kind: 'second_step', ticket: signTicket(env, user.value, Date.now()) })
  }
  const entered = await enter(env, user.value, entry)
  return entered.ok ? done({ kind: 'entered', token: entered.value.token }) : entered
}

/** Second-step methods for a ticket holder; null for an expired ticket. */
export async function readSecondStep(env: Env, ticket: string): Promise<SecondStep | null> {
  const user = await findTicketUser(env, ticket)
  return user && findSecondStep(env, user.id)
}

/** Second step, by code or passkey. */
export async function finishLogin(
  env: Env,
  entry: Entry & { readonly ticket: string; readonly code: string; readonly passkey: string },
): Promise<Outcome<Entered, LoginRefusal>> {
  const now = Date.now()
  const user = await findTicketUser(env, entry.ticket)
  if (!user) return refuse('second_step_expired')
  const second = entry.passkey
    ? await proveSecondStepByPasskey(env, user.id, entry.passkey, now)
    : await proveSecondStep(env, user.id, entry.code, now)
  return second.ok ? enter(env, user, entry) : second
}

/** Login passkey challenge: any passkey of this site, or at the second step one of the ticket holder's. */
export async function askLoginPasskey(
  env: Env,
  input: { readonly origin: string; readonly ticket: string | null; readonly clientIp: string },
): Promise<Outcome<unknown, LoginRefusal>> {
  const now = Date.now()
  const counted = await countAttempt(env, challengeLimits(env, input.clientIp), now)
  if (!counted.ok) return counted
  const user = input.ticket === null ? null : await findTicketUser(env, input.ticket)
  if (input.ticket !== null && !user) return refuse('second_step_expired')
  return done(await askPasskey(env, { purpose: 'login', userId: user?.id ?? null, origin: input.origin }, now))
}

/** A passkey with user verification (finger, face or number) counts as password and second step. */
export async function loginByPasskey(
  env: Env,
  entry: Entry & { readonly passkey: string; readonly clientIp: string },
): Promise<Outcome<Entered, LoginRefusal>> {
  const now = Date.now()
  const counted = await countAttempt(env, challengeLimits(env, entry.clientIp), now)
  if (!counted.ok) return counted
  const answer = await takePasskeyAnswer(env, { purpose: 'login', userId: null, text: entry.passkey }, now)
  const user = answer && (await findUserById(env.DB, answer.userId))
  return user ? enter(env, user, entry) : refuse('passkey_refused')
}

async function findTicketUser(env: Env, ticket: string): Promise<UserRow | null> {
  const claims = readTicket(env, ticket, Date.now())
  const user = claims && (await findUserById(env.DB, claims.userId))
  return user?.passwordChangedAt === claims?.passwordChangedAt ? user : null
}
