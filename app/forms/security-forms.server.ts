// What the pages of profile and security share on the server: who is there, what they can prove, and how a refusal is shown.

import { redirect } from '@remix-run/cloudflare'
import type { Outcome } from '#domain/outcome'
import { stepUpMethodsOf } from '#domain/security'
import { sendOwnCode, readOwnState } from '#services/security/owner'
import type { SecurityState } from '#services/security/state'
import { refusalText } from '#services/words'
import { clientIp } from '#session/client-ip'
import type { Session } from '#session/session'
import { type OwnerStart, type SecurityAnswer, fieldOfSecurityRefusal } from './security'
import { waitSecondsOf } from './use-wait'
import { maskAccount } from '../text/masked'
import {
  type OwnForm,
  readLanguage,
  readOwnForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../visitor/visitor.server'

export interface Secured {
  readonly session: Session
  readonly state: SecurityState
  readonly owner: OwnerStart
}

/** The account of who is logged in; anybody else is led to the login page. */
export async function requireSecured(request: Request, env: Env): Promise<Secured> {
  const session = await requireSession(request, env)
  const state = valueOf(request, await readOwnState(env, session, Date.now()))
  const methods = stepUpMethodsOf(state)
  return { session, state, owner: { methods, address: maskAccount(state.email ?? state.mobile ?? '') } }
}

export interface SecurityForm extends OwnForm {
  readonly request: Request
  readonly env: Env
}

/** A form of this site, of somebody who is logged in. */
export async function readSecurityForm(request: Request, env: Env): Promise<SecurityForm> {
  return { request, env, ...(await readOwnForm(request, env)) }
}

/** A refusal beside its field; a session that is over leads to the login page. */
export function refusedSecurity(request: Request, outcome: Outcome<unknown>): SecurityAnswer {
  throwIfSessionEnded(request, outcome)
  if (outcome.ok) return NOTHING
  const text = refusalText(readLanguage(request), outcome.refusal)
  return {
    ...NOTHING,
    problem: { field: fieldOfSecurityRefusal(outcome.refusal.code), text },
    waitSeconds: waitSecondsOf(outcome.refusal),
  }
}

const NOTHING: SecurityAnswer = { problem: null, sent: null, waitSeconds: 0, recoveryCodes: [] }

/** Says that a code left, or why not. */
export function sentAnswer(
  request: Request,
  sent: 'own' | 'new',
  outcome: Outcome<{ readonly waitSeconds: number }>,
): SecurityAnswer {
  if (outcome.ok) return { ...NOTHING, sent, waitSeconds: outcome.value.waitSeconds }
  const refused = refusedSecurity(request, outcome)
  const field = refused.problem?.field === 'form' ? (sent === 'own' ? 'own_code' : 'code') : refused.problem?.field
  return { ...refused, problem: refused.problem && { text: refused.problem.text, field: field ?? 'form' } }
}

/** The button that sends a code to the bound address, in whatever form it is. */
export const answerOwnCode = async ({ request, env, session }: SecurityForm): Promise<SecurityAnswer> =>
  sentAnswer(request, 'own', await sendOwnCode(env, session, clientIp(request)))

/** Codes are shown once, in the answer of the form that made them. */
export const recoveryAnswer = (recoveryCodes: readonly string[]): SecurityAnswer => ({ ...NOTHING, recoveryCodes })

/** Back to where the change can be seen, with a word that it was kept. */
export const savedAt = (path: string): Response => redirect(`${path}?saved`)
