// Assets: what everything is worth, in which assets it lies, and each wallet's balances. Account and prices go on while one looks.

import { useLoaderData } from '@remix-run/react'
import { mergeByAsset } from '#domain/portfolio'
import { isStaleLink } from '../../live/channel'
import { usePortfolio } from '../../live/use-portfolio'
import { Allocation } from './allocation'
import { FuturesCard } from './futures-card'
import { QuickActions } from './quick-actions'
import { TotalCard } from './total-card'
import { WalletPanel } from './wallet-panel'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Assets() {
  const drawn = useLoaderData<typeof loader>()
  const portfolio = usePortfolio(drawn)
  const merged = mergeByAsset(portfolio.lines)
  return (
    <div
      data-stale={isStaleLink(portfolio.link)}
      className="grid gap-3 px-3 pt-3 lg:grid-cols-[23rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-5 lg:px-0 lg:pt-5"
    >
      <section className="panel p-4 lg:p-5">
        <TotalCard merged={merged} link={portfolio.link} />
        <QuickActions />
      </section>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <WalletPanel
          lines={portfolio.lines}
          standing={
            drawn.futures && (
              <FuturesCard drawn={drawn.futures} account={portfolio.account.state} quotes={portfolio.quotes} />
            )
          }
        />
      </div>
      <Allocation merged={merged} />
    </div>
  )
}
