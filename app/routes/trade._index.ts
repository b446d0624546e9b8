// /trade leads to the pair last visited.

import { type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { loadCatalogue } from '#services/catalogue'
import { PAIR_COOKIE, pairToTrade } from '../visitor/choice-cookies'
import { readCookie } from '../visitor/visitor.server'

/** Where trading begins: on the pair last visited. */
export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { pairs } = await loadCatalogue(env)
  const pair = pairToTrade(pairs, readCookie(request, PAIR_COOKIE))
  if (!pair) throw data(null, { status: 404 })
  // A choice of the ticket that an old link brought goes along.
  return redirect(`/trade/spot/${pair.symbol}${new URL(request.url).search}`)
}
