// Bills: all balance changes, filtered by wallet, asset, reason and dates.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadCatalogue } from '#services/catalogue'
import { loadBills } from '../../lists/bill-pages.server'
import { readBillChoice } from '../../lists/bill-choice'
import { titleOf } from '../../text/title.server'
import { requireSession } from '../../visitor/visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const choice = readBillChoice(new URL(request.url).searchParams)
  const [{ assets }, bills] = await Promise.all([loadCatalogue(env), loadBills({ request, env, session }, choice)])
  return {
    title: titleOf(request, 'wallet', 'bills'),
    bills,
    choice,
    assets: assets.map(({ id, code }) => ({ id, code })),
  }
}
