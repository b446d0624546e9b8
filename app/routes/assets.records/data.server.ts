// Records of all assets, of one wallet or of all.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadBills } from '../../bill-pages.server'
import { readBillChoice } from '../../bill-choice'
import { titleOf } from '../../text/title.server'
import { requireSession } from '../../visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const { wallet } = readBillChoice(new URL(request.url).searchParams)
  const choice = { wallet, asset: '', reason: '', from: '', to: '' } as const
  return {
    title: titleOf(request, 'wallet', 'records'),
    choice,
    bills: await loadBills({ request, env, session }, choice),
  }
}
