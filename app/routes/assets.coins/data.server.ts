// Loader of the coin picker for deposits and withdrawals: listed coins with balances.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { networksBeside } from '#domain/funds/network'
import { usdtPriceText, usdtPricesOf } from '#domain/portfolio/appraisal'
import { loadPortfolio } from '#services/wallet'
import { titleOf } from '../../text/title.server'
import { requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const search = new URL(request.url).searchParams
  const purpose = search.get('for') === 'withdraw' ? ('withdraw' as const) : ('deposit' as const)
  const keyword = (search.get('q') ?? '').trim().slice(0, 40)
  const { assets, quotes, balances } = valueOf(request, await loadPortfolio(env, session))
  const prices = usdtPricesOf(quotes)
  const wanted = keyword.toLowerCase()
  const rows = assets
    .filter(({ networks }) =>
      networks.some((network) => (purpose === 'deposit' ? network.isDepositOpen : network.isWithdrawalOpen)),
    )
    .filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted))
    .map(({ id, code, name, logo, scale, networks }) => ({
      id,
      code,
      name,
      logo,
      scale,
      networks: networksBeside(
        { code, name },
        networks.map((network) => network.name),
      ),
      usdtPrice: usdtPriceText(prices, code),
      available: balances.find((row) => row.wallet === 'change' && row.assetId === id)?.available ?? '0',
    }))
  return { title: titleOf(request, 'funds', 'coins'), purpose, keyword, rows }
}
