// The authenticator app: set up in two steps, or taken away.

import { refuseIntent, refuseUnlessEnded } from '../../forms/form-input.server'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { confirmTotpSetup, readTotpSetup, removeTotp, startTotpSetup } from '#services/security/totp'
import { readOwnerForm } from '../../forms/step-up'
import {
  answerOwnCode,
  requireSecured,
  readSecurityForm,
  recoveryAnswer,
  refusedSecurity,
  savedAt,
} from '../../forms/security-forms.server'
import { titleOf } from '../../text/title.server'
import { fieldOf, requireSession } from '../../visitor/visitor.server'

const PATH = '/settings/security/authenticator'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  // Parallel queries: the setup is used only if the session check succeeds.
  const [{ state, owner }, setup] = await Promise.all([
    requireSecured(request, env),
    readTotpSetup(env, session, Date.now()),
  ])
  return {
    title: titleOf(request, 'security', 'totp_title'),
    owner,
    setup,
    hasTotp: state.hasTotp,
    hasRecoveryCodes: state.recoveryCodesLeft > 0,
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const asked = await readSecurityForm(request, env)
  const { session, form } = asked
  switch (fieldOf(form, 'intent')) {
    case 'send_own_code':
      return answerOwnCode(asked)
    case 'confirm': {
      const outcome = await confirmTotpSetup(env, session, fieldOf(form, 'code'))
      if (!outcome.ok) return refusedSecurity(request, outcome)
      if (outcome.value.recoveryCodes.length === 0) throw savedAt('/settings/security')
      return recoveryAnswer(outcome.value.recoveryCodes)
    }
    case 'remove': {
      const proof = { ...readOwnerForm(form), recoveryCode: fieldOf(form, 'recovery_code') }
      const outcome = await removeTotp(env, session, proof)
      if (!outcome.ok) return refusedSecurity(request, outcome)
      throw savedAt('/settings/security')
    }
    case 'start': {
      const outcome = await startTotpSetup(env, session, readOwnerForm(form))
      if (!outcome.ok) return refusedSecurity(request, outcome)
      throw savedAt(PATH)
    }
    default:
      return refusedSecurity(request, await refuseUnlessEnded(env, session, refuseIntent(fieldOf(form, 'intent'))))
  }
}
