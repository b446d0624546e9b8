// The address book: every saved address, and forgetting one.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { listAddresses, removeAddress } from '#services/funds/address-book'
import { titleOf } from '../../text/title.server'
import { fieldOf, requireSameOrigin, requireSession, throwIfSessionEnded, valueOf } from '../../visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const addresses = valueOf(request, await listAddresses(env, session))
  return { title: titleOf(request, 'funds', 'addresses'), addresses, now: Date.now() }
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const { env } = context
  const session = await requireSession(request, env)
  const outcome = await removeAddress(env, session, Number(fieldOf(await request.formData(), 'id')))
  // One that is gone already is gone.
  throwIfSessionEnded(request, outcome)
  throw redirect('/settings/addresses')
}
