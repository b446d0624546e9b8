// Loader of an asset: balances per wallet, bills, related open orders.

import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import type { Pair } from '#domain/catalogue'
import { listOrders } from '#services/spot'
import { loadPortfolio } from '#services/wallet'
import { loadBills } from '../../lists/bill-pages.server'
import { readBillChoice } from '../../lists/bill-choice'
import { titleOf } from '../../text/title.server'
import { requireSession, valueOf } from '../../visitor/visitor.server'

const OPEN_ORDERS_MAX = 200

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const { asset: id, wallet } = readBillChoice(new URL(request.url).searchParams)
  if (id === '') throw redirect('/assets/records')
  const choice = { wallet, asset: id, reason: '', from: '', to: '' } as const
  const [portfolio, orders, bills] = await Promise.all([
    loadPortfolio(env, session),
    listOrders(env, session, { stage: 'open', page: 1, limit: OPEN_ORDERS_MAX }),
    loadBills({ request, env, session }, choice),
  ])
  const { assets, pairs, quotes, balances } = valueOf(request, portfolio)
  const asset = assets.find((row) => String(row.id) === id)
  if (!asset) throw new Response(null, { status: 404 })
  const own = pairs.filter((pair) => pair.base.id === asset.id || pair.quote.id === asset.id)
  return {
    title: `${asset.code} · ${titleOf(request, 'wallet', 'title')}`,
    asset,
    /** Pairs with this asset as base come first; a quote currency lists the pairs quoted in it. */
    pairs: own.sort((left, right) => rank(left, asset.id) - rank(right, asset.id)),
    quotes: quotes.filter(({ symbol, code }) => symbol === `${asset.code}-USDT` || code === asset.code),
    balances: balances.filter((row) => row.assetId === asset.id),
    orders: valueOf(request, orders).rows,
    choice,
    bills,
  }
}

const rank = (pair: Pair, assetId: number): number => (pair.base.id === assetId ? 0 : 1)
