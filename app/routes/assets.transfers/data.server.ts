// Transfers between the user's own wallets, filtered by wallet, asset and dates.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadCatalogue } from '#services/catalogue'
import { loadTransfers } from '../../lists/bill-pages.server'
import { readBillChoice } from '../../lists/bill-choice'
import { titleOf } from '../../text/title.server'
import { requireSession } from '../../visitor/visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const choice = { ...readBillChoice(new URL(request.url).searchParams), reason: '' as const }
  const [{ assets }, transfers] = await Promise.all([
    loadCatalogue(env),
    loadTransfers({ request, env, session }, choice),
  ])
  return {
    title: titleOf(request, 'wallet', 'transfer_history'),
    transfers,
    choice,
    assets: assets.map(({ id, code }) => ({ id, code })),
  }
}
