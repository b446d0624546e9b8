// Loader and action: pay password change by the old one. Without one it is set by a code.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { changePayPassword } from '#services/security/passwords'
import { answerPasswordChange } from '../../forms/password-forms.server'
import { requireSecured, readSecurityForm, savedAt } from '../../forms/security-forms.server'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { state, owner } = await requireSecured(request, env)
  if (!state.hasPayPassword) throw redirect('/settings/security/pay-password')
  return { title: titleOf(request, 'security', 'fund_password'), owner }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const answer = await answerPasswordChange(await readSecurityForm(request, env), changePayPassword)
  if (answer) return answer
  throw savedAt('/settings/security')
}
