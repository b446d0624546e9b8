// Logging in from the page: a session cookie and the way back.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { login } from '#services/identity'
import { clientIp } from '#session/client-ip'
import { makeSessionCookie } from '#session/session'
import { deviceOf, refusedEntry } from '../../entry-forms.server'
import type { EntryAnswer } from '../../forms/identity'
import { fieldOf, requireSameOrigin, safeReturnPath } from '../../visitor.server'
import { titleOf } from '../../text/title.server'

export const NOTICES = ['please_log_in', 'reset_done', 'logged_out'] as const

export function loader({ request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  return {
    title: titleOf(request, 'identity', 'login_title'),
    returnTo: safeReturnPath(search.get('returnTo'), '/assets'),
    notice: NOTICES.find((name) => name === search.get('notice')) ?? null,
  }
}

export async function action({ request, context }: ActionFunctionArgs): Promise<EntryAnswer> {
  requireSameOrigin(request)
  const form = await request.formData()
  const outcome = await login(context.env, {
    account: { text: fieldOf(form, 'account') },
    password: fieldOf(form, 'password'),
    clientIp: clientIp(request),
    device: deviceOf(request),
    kind: 'browser',
  })
  if (!outcome.ok) return refusedEntry(request, form, outcome)
  throw redirect(safeReturnPath(fieldOf(form, 'returnTo'), '/assets'), {
    headers: { 'Set-Cookie': makeSessionCookie(request, outcome.value.token) },
  })
}
