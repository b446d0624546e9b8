// Loader and action of registration: code, account creation, login.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { refuse } from '#domain/outcome'
import { siteConfig } from '#services/content'
import { openSession, register } from '#services/identity'
import { makeSessionCookie } from '#session/session'
import {
  accountOf,
  answerSendCode,
  deviceOf,
  loadEntryStart,
  refusedEntry,
  returnPath,
  settleSession,
  visitorOf,
} from '../../forms/entry-forms.server'
import { readKnownAccounts } from '../../visitor/known-accounts.server'
import { titleOf } from '../../text/title.server'
import { fieldOf, readLanguage, requireSameOrigin } from '../../visitor/visitor.server'

const FIRST_PAGE = '/trade'
const INVITE_CODE_SHOWN = 32

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const returnTo = returnPath(search.get('returnTo'), FIRST_PAGE)
  const [start, config] = await Promise.all([
    loadEntryStart(request, env),
    siteConfig(env),
    settleSession(request, { env, returnTo }),
  ])
  return {
    ...start,
    title: titleOf(request, 'identity', 'register_title'),
    returnTo,
    inviteCode: (search.get('code') ?? '').slice(0, INVITE_CODE_SHOWN),
    isInviteRequired: config['sharar_radio'] === '1',
    isCodeNeeded: config['yzm_radio'] !== '0',
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const { env } = context
  const form = await request.formData()
  if (fieldOf(form, 'intent') === 'send_code') return answerSendCode(request, { env, form, purpose: 'register' })

  if (fieldOf(form, 'consent') !== 'on') return refusedEntry(request, form, refuse('consent_missing'))
  const account = accountOf(request, form)
  if (!account.ok) return refusedEntry(request, form, account)
  const outcome = await register(env, {
    account: account.value,
    code: fieldOf(form, 'code'),
    password: fieldOf(form, 'password'),
    passwordAgain: fieldOf(form, 'passwordAgain'),
    inviteCode: fieldOf(form, 'inviteCode'),
    knownAccounts: readKnownAccounts(request),
    language: readLanguage(request),
    ...visitorOf(request),
  })
  if (!outcome.ok) return refusedEntry(request, form, outcome)
  const opened = await openSession(env, { userId: outcome.value.userId, device: deviceOf(request), kind: 'browser' })
  if (!opened.ok) return refusedEntry(request, form, opened)
  throw redirect(returnPath(fieldOf(form, 'returnTo'), FIRST_PAGE), {
    headers: { 'Set-Cookie': makeSessionCookie(request, opened.value.token) },
  })
}
