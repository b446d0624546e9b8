// Binding an e-mail address, or another one.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { answerAddress } from '../../address-forms.server'
import { requireSecured, readSecurityForm } from '../../security-forms.server'
import { maskAccount } from '../../text/masked'
import { titleOf } from '../../text/title.server'
import { fieldOf } from '../../visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { state, owner } = await requireSecured(request, env)
  return { title: titleOf(request, 'security', 'email'), owner, bound: state.email && maskAccount(state.email) }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const asked = await readSecurityForm(request, env)
  return answerAddress(asked, { kind: 'mail', account: { text: fieldOf(asked.form, 'account') } })
}
