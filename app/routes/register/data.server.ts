// Opening an account: the code, then the account, and the new user is logged in at once.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { siteConfig } from '#services/content'
import { openSession, register } from '#services/identity'
import { clientIp } from '#session/client-ip'
import { makeSessionCookie } from '#session/session'
import { answerSendCode, deviceOf, refusedEntry } from '../../entry-forms.server'
import type { EntryAnswer } from '../../forms/identity'
import { fieldOf, readLanguage, requireSameOrigin, safeReturnPath } from '../../visitor.server'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const config = await siteConfig(context.env)
  return {
    title: titleOf(request, 'identity', 'register_title'),
    returnTo: safeReturnPath(search.get('returnTo'), '/trade/spot/BTC-USDT'),
    inviteCode: (search.get('code') ?? '').slice(0, 32),
    isInviteRequired: config['sharar_radio'] === '1',
  }
}

export async function action({ request, context }: ActionFunctionArgs): Promise<EntryAnswer> {
  requireSameOrigin(request)
  const { env } = context
  const form = await request.formData()
  if (fieldOf(form, 'intent') === 'send_code') return answerSendCode(request, { env, form, purpose: 'register' })

  const outcome = await register(env, {
    account: { text: fieldOf(form, 'account') },
    code: fieldOf(form, 'code'),
    password: fieldOf(form, 'password'),
    passwordAgain: fieldOf(form, 'passwordAgain'),
    inviteCode: fieldOf(form, 'inviteCode'),
    language: readLanguage(request),
    clientIp: clientIp(request),
  })
  if (!outcome.ok) return refusedEntry(request, form, outcome)
  const { token } = await openSession(env, { userId: outcome.value.userId, device: deviceOf(request), kind: 'browser' })
  throw redirect(safeReturnPath(fieldOf(form, 'returnTo'), '/assets'), {
    headers: { 'Set-Cookie': makeSessionCookie(request, token) },
  })
}
