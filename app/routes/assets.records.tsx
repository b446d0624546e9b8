// Statement by wallet; the bills page has the filters.

import { useLoaderData } from '@remix-run/react'
import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { BillsPage } from '../components/wallet/bills-page'
import { readBillChoice } from '../lists/bill-choice'
import { loadBills } from '../lists/bill-pages.server'
import { titleOf } from '../text/title.server'
import { requireSession } from '../visitor/visitor.server'

export { clientLoader } from '../live/further-pages'
export { pageTitle as meta } from '../text/title'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const { wallet } = readBillChoice(new URL(request.url).searchParams)
  const choice = { wallet, asset: '', reason: '', from: '', to: '' } as const
  return {
    title: titleOf(request, 'wallet', 'bills'),
    choice,
    bills: await loadBills({ request, env, session }, choice),
  }
}

export default function Records() {
  return <BillsPage view="wallets" {...useLoaderData<typeof loader>()} />
}
