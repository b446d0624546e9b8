// What the three pages of passwords share: reading the change, and saying why not.

import type { PasswordChange } from '#services/security/passwords'
import type { Outcome } from '#domain/outcome'
import type { SecurityAnswer } from './security'
import { refuseIntent, refuseUnlessEnded } from './form-input.server'
import { readStepUpForm } from './step-up'
import { type SecurityForm, answerOwnCode, refusedSecurity } from './security-forms.server'
import { fieldOf } from '../visitor/visitor.server'

/** A refusal or a sent code, or null when the password is changed. */
export async function answerPasswordChange(
  asked: SecurityForm,
  carryOut: (env: Env, session: SecurityForm['session'], change: PasswordChange) => Promise<Outcome<null>>,
): Promise<SecurityAnswer | null> {
  const { request, env, session, form } = asked
  if (fieldOf(form, 'intent') === 'send_own_code') return answerOwnCode(asked)
  if (fieldOf(form, 'intent') !== 'change')
    return refusedSecurity(request, await refuseUnlessEnded(env, session, refuseIntent(fieldOf(form, 'intent'))))
  const isByOld = fieldOf(form, 'by') === 'old'
  const outcome = await carryOut(env, session, {
    // A blank old password counts as a wrong password and does not switch to the code.
    oldPassword: isByOld ? fieldOf(form, 'old_password') || ' ' : undefined,
    code: isByOld ? undefined : fieldOf(form, 'own_code'),
    proof: readStepUpForm(form),
    password: fieldOf(form, 'password'),
    passwordAgain: fieldOf(form, 'password_again'),
  })
  if (outcome.ok) return null
  const refused = refusedSecurity(request, outcome)
  // These forms take one code, sent to the bound address.
  return refused.problem?.field === 'code'
    ? { ...refused, problem: { ...refused.problem, field: 'own_code' } }
    : refused
}
