// /trade leads to the pair last visited, by the product that is asked for.

import { type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { loadCatalogue } from '#services/catalogue'
import { PAIR_COOKIE, pairToTrade } from '../visitor/choice-cookies'
import { readCookie } from '../visitor/visitor.server'

/** Beside the spot market. */
const PRODUCTS = ['futures', 'options'] as const

/** Where trading begins: on the pair last visited. */
export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { pairs } = await loadCatalogue(env)
  const pair = pairToTrade(pairs, readCookie(request, PAIR_COOKIE))
  if (!pair) throw data(null, { status: 404 })
  // A choice of the ticket that an old link brought goes along.
  const query = new URL(request.url).searchParams
  const product = PRODUCTS.find((each) => each === query.get('product')) ?? 'spot'
  query.delete('product')
  return redirect(`/trade/${product}/${pair.symbol}${query.size > 0 ? `?${query.toString()}` : ''}`)
}
