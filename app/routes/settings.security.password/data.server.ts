// Changes the login password. This ends every session, so it redirects to the login page.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { changeLoginPassword } from '#services/security/passwords'
import { clearSessionCookie } from '#session/session'
import { answerPasswordChange } from '../../forms/password-forms.server'
import { requireSecured, readSecurityForm } from '../../forms/security-forms.server'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { owner } = await requireSecured(request, env)
  const by = new URL(request.url).searchParams.get('by') === 'code' ? ('code' as const) : ('old' as const)
  return { title: titleOf(request, 'security', 'login_password'), owner, by }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const answer = await answerPasswordChange(await readSecurityForm(request, env), changeLoginPassword)
  if (answer) return answer
  throw redirect('/login?notice=reset_done', { headers: { 'Set-Cookie': clearSessionCookie(request) } })
}
