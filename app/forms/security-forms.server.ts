// Shared server code of profile and security pages: session, available step-up methods, refusals as answers.

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

/** Session and security state of the visitor; guests are redirected to the login page. */
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

/** Parses a same-origin form of a logged-in user. */
export async function readSecurityForm(request: Request, env: Env): Promise<SecurityForm> {
  return { request, env, ...(await readOwnForm(request, env)) }
}

/** Shows a refusal next to its field; an ended session redirects to the login page. */
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

/** Answer after sending a code, or the refusal. */
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

/** Action of the "send code to my bound address" button, shared by all security forms. */
export const answerOwnCode = async ({ request, env, session }: SecurityForm): Promise<SecurityAnswer> =>
  sentAnswer(request, 'own', await sendOwnCode(env, session, clientIp(request)))

/** Answer with new recovery codes, the only time that they are shown. */
export const recoveryAnswer = (recoveryCodes: readonly string[]): SecurityAnswer => ({ ...NOTHING, recoveryCodes })

/** Redirect to the page that shows the change, with a "saved" notice. */
export const savedAt = (path: string): Response => redirect(`${path}?saved`)
