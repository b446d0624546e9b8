// Loader and action: bind or replace a mobile number.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { answerAddress } from '../../forms/address-forms.server'
import { loadEntryStart } from '../../forms/entry-forms.server'
import { requireSecured, readSecurityForm } from '../../forms/security-forms.server'
import { maskAccount } from '../../text/masked'
import { titleOf } from '../../text/title.server'
import { fieldOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const [{ state, owner }, { area }] = await Promise.all([requireSecured(request, env), loadEntryStart(request, env)])
  const bound = state.mobile && maskAccount(state.mobile)
  return { title: titleOf(request, 'security', 'mobile'), owner, area, bound }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const asked = await readSecurityForm(request, env)
  const text = fieldOf(asked.form, 'account').normalize('NFKC')
  return answerAddress(asked, { kind: 'sms', account: { text, areaCode: fieldOf(asked.form, 'areaCode') } })
}
