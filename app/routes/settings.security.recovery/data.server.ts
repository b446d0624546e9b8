// New recovery codes.

import { refuseIntent, refuseUnlessEnded } from '../../forms/form-input.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { hasSecondFactor } from '#domain/security'
import { renewRecoveryCodes } from '#services/security/totp'
import { readOwnerForm } from '../../forms/step-up'
import {
  answerOwnCode,
  requireSecured,
  readSecurityForm,
  recoveryAnswer,
  refusedSecurity,
} from '../../forms/security-forms.server'
import { titleOf } from '../../text/title.server'
import { fieldOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { state, owner } = await requireSecured(request, env)
  if (!hasSecondFactor(state)) throw redirect('/settings/security')
  return { title: titleOf(request, 'security', 'recovery_title'), owner, left: state.recoveryCodesLeft }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const asked = await readSecurityForm(request, env)
  if (fieldOf(asked.form, 'intent') === 'send_own_code') return answerOwnCode(asked)
  if (fieldOf(asked.form, 'intent') !== 'renew')
    return refusedSecurity(
      request,
      await refuseUnlessEnded(env, asked.session, refuseIntent(fieldOf(asked.form, 'intent'))),
    )
  const outcome = await renewRecoveryCodes(env, asked.session, readOwnerForm(asked.form))
  return outcome.ok ? recoveryAnswer(outcome.value.recoveryCodes) : refusedSecurity(request, outcome)
}
