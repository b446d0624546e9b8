// Loader and action of login: session cookie, then redirect back.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { beginLogin, loginByPasskey } from '#services/login'
import { clientIp } from '#session/client-ip'
import { makeSessionCookie } from '#session/session'
import {
  accountOf,
  deviceOf,
  loadEntryStart,
  refusedEntry,
  returnPath,
  settleSession,
  ticketCookie,
} from '../../forms/entry-forms.server'
import type { EntryAnswer } from '../../forms/identity'
import { titleOf } from '../../text/title.server'
import { fieldOf, requireSameOrigin } from '../../visitor/visitor.server'

const NOTICES = ['please_log_in', 'session_ended', 'reset_done', 'logged_out', 'account_closed'] as const

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
  const entry = {
    clientIp: clientIp(request),
    device: deviceOf(request),
    place: context.place,
    kind: 'browser',
  } as const
  const returnTo = returnPath(fieldOf(form, 'returnTo'), '/assets')
  const passkey = fieldOf(form, 'passkey')
  if (passkey) {
    const outcome = await loginByPasskey(context.env, { ...entry, passkey })
    if (!outcome.ok) return refusedEntry(request, form, outcome)
    throw enterAt(request, returnTo, outcome.value.token)
  }
  const account = accountOf(request, form)
  if (!account.ok) return refusedEntry(request, form, account)
  const asked = { ...entry, account: account.value, password: fieldOf(form, 'password') }
  const outcome = await beginLogin(context.env, asked)
  if (!outcome.ok) return refusedEntry(request, form, outcome)
  if (outcome.value.kind === 'entered') throw enterAt(request, returnTo, outcome.value.token)
  throw redirect(`/login/verify?${new URLSearchParams({ returnTo }).toString()}`, {
    headers: { 'Set-Cookie': ticketCookie(request, outcome.value.ticket) },
  })
}

const enterAt = (request: Request, returnTo: string, token: string): Response =>
  redirect(returnTo, { headers: { 'Set-Cookie': makeSessionCookie(request, token) } })
