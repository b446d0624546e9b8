// Loader and action of the second login step: authenticator code, recovery code or passkey, for the holder of the first
// step's ticket.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { finishLogin, readSecondStep } from '#services/login'
import { refusalText } from '#services/words'
import { makeSessionCookie } from '#session/session'
import { deviceOf, readTicketCookie, returnPath, ticketCookie } from '../../forms/entry-forms.server'
import { titleOf } from '../../text/title.server'
import { fieldOf, readLanguage, requireSameOrigin } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const step = await readSecondStep(env, readTicketCookie(request))
  const returnTo = returnPath(new URL(request.url).searchParams.get('returnTo'), '/assets')
  if (!step) throw redirect(`/login?${new URLSearchParams({ returnTo }).toString()}`)
  return { title: titleOf(request, 'security', 'second_step_title'), step, returnTo }
}

export interface SecondStepAnswer {
  readonly problem: string | null
  readonly isUnanswered?: boolean
}

export async function action({ request, context: { env, place } }: ActionFunctionArgs): Promise<SecondStepAnswer> {
  requireSameOrigin(request)
  const form = await request.formData()
  const outcome = await finishLogin(env, {
    ticket: readTicketCookie(request),
    code: fieldOf(form, 'code') || fieldOf(form, 'recovery_code'),
    passkey: fieldOf(form, 'passkey'),
    device: deviceOf(request),
    place,
    kind: 'browser',
  })
  if (!outcome.ok) return { problem: refusalText(readLanguage(request), outcome.refusal) }
  const headers = new Headers()
  headers.append('Set-Cookie', makeSessionCookie(request, outcome.value.token))
  headers.append('Set-Cookie', ticketCookie(request, ''))
  throw redirect(returnPath(fieldOf(form, 'returnTo'), '/assets'), { headers })
}
