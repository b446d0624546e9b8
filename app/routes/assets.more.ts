// Further rows of a list: /assets/more?list=bills&page=2 plus the list's filters.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadBills, loadTransfers } from '../lists/bill-pages.server'
import { readBillChoice } from '../lists/bill-choice'
import { requireSession } from '../visitor/visitor.server'

/** Further rows of a list as JSON, in the form of the list's own page. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { env } = context
  const session = await requireSession(request, env)
  const search = new URL(request.url).searchParams
  const load = search.get('list') === 'transfers' ? loadTransfers : loadBills
  const { rows, next } = await load({ request, env, session }, readBillChoice(search))
  return Response.json({ rows, next })
}
