// Account closing: open obligations, step-up proof, redirect to the login page.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { RETENTION_YEARS } from '#domain/leaving/own-data'
import { closeAccount, readUnfinished } from '#services/leaving/closing'
import { clearSessionCookie } from '#session/session'
import { refuseIntent, refuseUnlessEnded } from '../../forms/form-input.server'
import { answerOwnCode, readSecurityForm, refusedSecurity, requireSecured } from '../../forms/security-forms.server'
import { readOwnerForm } from '../../forms/step-up'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { fieldOf, readLanguage, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { session, owner } = await requireSecured(request, env)
  const left = valueOf(request, await readUnfinished(env, session))
  return {
    texts: broughtTexts(readLanguage(request), 'leaving'),
    title: titleOf(request, 'leaving', 'close_title'),
    owner,
    account: session.userId,
    years: RETENTION_YEARS,
    left: Object.entries(left).map(([name, count]) => ({ name, count })),
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const asked = await readSecurityForm(request, env)
  const intent = fieldOf(asked.form, 'intent')
  if (intent === 'send_own_code') return answerOwnCode(asked)
  if (intent !== 'close')
    return refusedSecurity(request, await refuseUnlessEnded(env, asked.session, refuseIntent(intent)))
  const isConfirmed = fieldOf(asked.form, 'is_confirmed') === 'on'
  const closing = { proof: readOwnerForm(asked.form), isConfirmed }
  const closed = await closeAccount(env, asked.session, closing, Date.now())
  if (!closed.ok) return refusedSecurity(request, closed)
  throw redirect('/login?notice=account_closed', { headers: { 'Set-Cookie': clearSessionCookie(request) } })
}
