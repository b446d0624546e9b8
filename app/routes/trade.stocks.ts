// /trade/stocks leads to the share traded last, or to the first.

import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { redirectToTrade } from '../visitor/last-traded.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const answer = await redirectToTrade(request, env, 'stocks')
  if (!answer) throw data(null, { status: 404 })
  return answer
}
