// A file with everything about the visitor: proof, then an address that is good for ten minutes.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { askOwnFile, isTicketGood } from '#services/leaving/own-file'
import { refuseIntent, refuseUnlessEnded } from '../../forms/form-input.server'
import { answerOwnCode, readSecurityForm, refusedSecurity, requireSecured } from '../../forms/security-forms.server'
import { readOwnerForm } from '../../forms/step-up'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { fieldOf, readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { session, owner } = await requireSecured(request, env)
  const ticket = new URL(request.url).searchParams.get('ticket') ?? ''
  return {
    texts: broughtTexts(readLanguage(request), 'leaving'),
    title: titleOf(request, 'leaving', 'title'),
    owner,
    file: isTicketGood(env, session, ticket, Date.now()) ? `/settings/leave/file?ticket=${ticket}` : null,
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const asked = await readSecurityForm(request, env)
  const intent = fieldOf(asked.form, 'intent')
  if (intent === 'send_own_code') return answerOwnCode(asked)
  if (intent !== 'make')
    return refusedSecurity(request, await refuseUnlessEnded(env, asked.session, refuseIntent(intent)))
  const made = await askOwnFile(env, asked.session, readOwnerForm(asked.form), Date.now())
  if (!made.ok) return refusedSecurity(request, made)
  throw redirect(`/settings/leave?ticket=${made.value.ticket}`)
}
