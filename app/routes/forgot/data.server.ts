// Password reset: a code is sent to the address, then a new password is set; all sessions of the account end.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { resetPassword } from '#services/identity'
import { accountOf, answerSendCode, loadEntryStart, refusedEntry, visitorOf } from '../../forms/entry-forms.server'
import { titleOf } from '../../text/title.server'
import { fieldOf, requireSameOrigin } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  return { ...(await loadEntryStart(request, env)), title: titleOf(request, 'identity', 'forgot_title') }
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const { env } = context
  const form = await request.formData()
  if (fieldOf(form, 'intent') === 'send_code') return answerSendCode(request, { env, form, purpose: 'forget' })

  const account = accountOf(request, form)
  if (!account.ok) return refusedEntry(request, form, account)
  const outcome = await resetPassword(env, {
    account: account.value,
    code: fieldOf(form, 'code'),
    password: fieldOf(form, 'password'),
    passwordAgain: fieldOf(form, 'passwordAgain'),
    ...visitorOf(request),
  })
  if (!outcome.ok) return refusedEntry(request, form, outcome)
  throw redirect('/login?notice=reset_done')
}
