// /trade leads to the product and pair traded last; a query may name another product.

import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { redirectToTrade } from '../visitor/last-traded.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const answer = await redirectToTrade(request, env)
  if (!answer) throw data(null, { status: 404 })
  return answer
}
