// Balances of all wallets, and the prices that they are worth.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadPortfolio } from '#services/wallet'
import { titleOf } from '../../text/title.server'
import { requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const { assets, pairs, quotes, balances } = valueOf(request, await loadPortfolio(env, session))
  return {
    title: titleOf(request, 'wallet', 'title'),
    assets: assets.map(({ id, code, name, logo, scale, wallets }) => ({ id, code, name, logo, scale, wallets })),
    quotes,
    balances,
    /** The pair that sells each asset for USDT, by the asset's code. */
    pairs: Object.fromEntries(
      pairs
        .filter((pair) => pair.quote.code === 'USDT' && pair.isTradable)
        .map((pair) => [pair.base.code, pair.symbol]),
    ),
  }
}
