// Security overview: the account's protections, and the anti-phishing phrase of our messages.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { changePhrase } from '#services/security/phrase'
import { requireSecured, readSecurityForm, refusedSecurity, savedAt } from '../../forms/security-forms.server'
import { maskAccount } from '../../text/masked'
import { titleOf } from '../../text/title.server'
import { fieldOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { state } = await requireSecured(request, env)
  const { hasPayPassword, hasTotp, passkeyCount, recoveryCodesLeft, withdrawalsLockedUntil } = state
  return {
    title: titleOf(request, 'security', 'title'),
    email: state.email && maskAccount(state.email),
    mobile: state.mobile && maskAccount(state.mobile),
    phrase: state.phrase,
    passwordChangedAt: state.passwordChangedAt,
    hasPayPassword,
    hasTotp,
    passkeyCount,
    recoveryCodesLeft,
    withdrawalsLockedUntil,
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const { session, form } = await readSecurityForm(request, env)
  const outcome = await changePhrase(env, session, fieldOf(form, 'phrase'))
  if (!outcome.ok) return refusedSecurity(request, outcome)
  throw savedAt('/settings/security')
}
