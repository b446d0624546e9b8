// Balances of all wallets with their value.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadCatalogue } from '#services/catalogue'
import { listBalances } from '#services/wallet'
import { requireSession, valueOf } from '../../visitor.server'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const [{ assets, pairs }, sheet] = await Promise.all([loadCatalogue(env), listBalances(env, session)])
  return {
    title: titleOf(request, 'wallet', 'title'),
    sheet: valueOf(request, sheet),
    assets: assets.map(({ id, code, name, logo, scale }) => ({ id, code, name, logo, scale })),
    /** The pair that sells each asset for USDT, by the asset's code. */
    pairs: Object.fromEntries(
      pairs.filter((pair) => pair.quote.code === 'USDT').map((pair) => [pair.base.code, pair.symbol]),
    ),
  }
}
