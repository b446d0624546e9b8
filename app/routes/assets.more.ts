// Further rows of a list: /assets/more?list=bills&page=2 and what the list is narrowed by.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadBills, loadTransfers } from '../lists/bill-pages.server'
import { readBillChoice } from '../lists/bill-choice'
import { requireSession } from '../visitor/visitor.server'

/** Further rows of a list as JSON: what the list's own page would have drawn. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { env } = context
  const session = await requireSession(request, env)
  const search = new URL(request.url).searchParams
  const load = search.get('list') === 'transfers' ? loadTransfers : loadBills
  const { rows, next } = await load({ request, env, session }, readBillChoice(search))
  return Response.json({ rows, next })
}
