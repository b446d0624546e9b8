// Loader and action: set or reset the pay password by a code to the bound address, plus the second factor if any.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { changePayPassword } from '#services/security/passwords'
import { answerPasswordChange } from '../../forms/password-forms.server'
import { doneAt } from '../../forms/detours.server'
import { requireSecured, readSecurityForm } from '../../forms/security-forms.server'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { state, owner } = await requireSecured(request, env)
  const factors = owner.methods.filter((method) => method !== 'pay_password')
  return { title: titleOf(request, 'security', 'pay_password'), owner, factors, hasPayPassword: state.hasPayPassword }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const answer = await answerPasswordChange(await readSecurityForm(request, env), changePayPassword)
  if (answer) return answer
  throw doneAt(request, '/settings/security')
}
