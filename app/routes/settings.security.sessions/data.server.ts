// Loader and actions of login sessions.

import { refuseIntent, refuseUnlessEnded } from '../../forms/form-input.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { deviceName } from '#domain/device'
import { endAllSessions, endSession, listSessions } from '#services/sessions'
import { clearSessionCookie } from '#session/session'
import { placeName } from '../../visitor/countries.server'
import { readSecurityForm, refusedSecurity, savedAt } from '../../forms/security-forms.server'
import { titleOf } from '../../text/title.server'
import { fieldOf, readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const rows = valueOf(request, await listSessions(env, session))
  const language = readLanguage(request)
  return {
    title: titleOf(request, 'security', 'sessions_title'),
    sessions: rows.map(({ sessionId, openedAt, device, isOwn, ...from }) => ({
      id: sessionId,
      openedAt,
      device: deviceName(device),
      place: placeName(from, language),
      isOwn,
    })),
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const { session, form } = await readSecurityForm(request, env)
  if (fieldOf(form, 'intent') === 'all') {
    const outcome = await endAllSessions(env, session)
    if (!outcome.ok) return refusedSecurity(request, outcome)
    throw redirect('/login?notice=logged_out', { headers: { 'Set-Cookie': clearSessionCookie(request) } })
  }
  if (fieldOf(form, 'intent') !== 'end')
    return refusedSecurity(request, await refuseUnlessEnded(env, session, refuseIntent(fieldOf(form, 'intent'))))
  const outcome = await endSession(env, session, fieldOf(form, 'id'))
  if (!outcome.ok) return refusedSecurity(request, outcome)
  throw savedAt('/settings/security/sessions')
}
