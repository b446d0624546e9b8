// Logging in from the page: a session cookie and the way back.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { login } from '#services/identity'
import { clientIp } from '#session/client-ip'
import { makeSessionCookie } from '#session/session'
import { accountOf, deviceOf, loadEntryStart, refusedEntry, returnPath, settleSession } from '../../entry-forms.server'
import type { EntryAnswer } from '../../forms/identity'
import { titleOf } from '../../text/title.server'
import { fieldOf, requireSameOrigin } from '../../visitor.server'

export const NOTICES = ['please_log_in', 'session_ended', 'reset_done', 'logged_out'] as const

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const returnTo = returnPath(search.get('returnTo'), '/assets')
  const [start] = await Promise.all([loadEntryStart(request, env), settleSession(request, { env, returnTo })])
  return {
    ...start,
    title: titleOf(request, 'identity', 'login_title'),
    returnTo,
    notice: NOTICES.find((name) => name === search.get('notice')) ?? null,
  }
}

export async function action({ request, context }: ActionFunctionArgs): Promise<EntryAnswer> {
  requireSameOrigin(request)
  const form = await request.formData()
  const outcome = await login(context.env, {
    account: accountOf(form),
    password: fieldOf(form, 'password'),
    clientIp: clientIp(request),
    device: deviceOf(request),
    kind: 'browser',
  })
  if (!outcome.ok) return refusedEntry(request, form, outcome)
  throw redirect(returnPath(fieldOf(form, 'returnTo'), '/assets'), {
    headers: { 'Set-Cookie': makeSessionCookie(request, outcome.value.token) },
  })
}
