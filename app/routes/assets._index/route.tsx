// Assets: total value, its distribution over assets, and the balances of each wallet. Account and prices update live.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { mergeByAsset } from '#domain/portfolio/appraisal'
import { FeatureWords } from '../../components/feature-words'
import { LockedList } from '../../components/mining/locked-list'
import { isStaleLink } from '../../live/channel'
import { usePortfolio } from '../../live/use-portfolio'
import { useToday } from '../../live/use-today'
import { Allocation } from './allocation'
import { FuturesCard } from './futures-card'
import { MarginCard } from './margin-card'
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
  const today = useToday(drawn.today, portfolio.prices, portfolio.account.state?.balances ?? drawn.balances)
  return (
    <div
      data-stale={isStaleLink(portfolio.link)}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 pt-3 lg:grid-cols-2 lg:gap-5 xl:grid-cols-[23rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr] lg:px-0 lg:pt-5"
    >
      <div className="panel p-4 lg:col-start-1 lg:row-start-1 lg:p-5">
        <TotalCard merged={merged} link={portfolio.link} today={today} />
        <QuickActions />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 lg:col-span-2 lg:row-start-2 lg:gap-5 xl:col-span-1 xl:col-start-2 xl:row-span-2 xl:row-start-1">
        <WalletPanel
          lines={portfolio.lines}
          results={today?.results}
          status={
            drawn.futures ? (
              <FuturesCard drawn={drawn.futures} account={portfolio.account.state} quotes={portfolio.quotes} />
            ) : (
              drawn.margin && <MarginCard drawn={drawn.margin} />
            )
          }
        />
        <Locked />
      </div>
      <Allocation merged={merged} />
    </div>
  )
}

/** Locked funds of the earn wallet with unlock dates. */
function Locked() {
  const { locked, earnTexts } = useLoaderData<typeof loader>()
  if (locked.length === 0) return null
  return (
    <FeatureWords namespace="earn" texts={earnTexts}>
      <LockedPanel />
    </FeatureWords>
  )
}

function LockedPanel() {
  const { t } = useTranslation('earn')
  const { locked } = useLoaderData<typeof loader>()
  return (
    <section className="panel overflow-hidden">
      <h2 className="p-4 font-semibold">
        <Link to="/earn" className="hover:underline">
          {t('locked_title')}
        </Link>
      </h2>
      <LockedList lines={locked} />
    </section>
  )
}
