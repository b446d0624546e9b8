// /trade/stocks leads to the share last visited, or to the first.

import { type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { loadCatalogue } from '#services/catalogue'
import { PAIR_COOKIE, pairToTrade } from '../visitor/choice-cookies'
import { readCookie } from '../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { pairs } = await loadCatalogue(env)
  const shares = pairs.filter(({ stock }) => stock)
  const pair = pairToTrade(shares, readCookie(request, PAIR_COOKIE))
  if (!pair) throw data(null, { status: 404 })
  return redirect(`/trade/spot/${pair.symbol}`)
}
