// Terminal header: pair, price, daily statistics, pair picker.

import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { Quote } from '#party/protocol/quotes'
import { FiatText } from '../../components/fiat'
import { LinkBadge } from '../../components/link-badge'
import { SessionBadge } from './stock-session'
import { MarketList, type MarketListProps } from '../../components/market/market-list'
import { LastPrice, PairSummary } from '../../components/trade/pair-summary'
import { TradeTabs } from '../../components/trade/trade-tabs'
import { useLastTraded } from '../../components/trade/use-last-traded'
import type { LinkState } from '../../live/channel'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { useWorth } from './pair-quotes'

interface PairBarProps {
  readonly pair: Pair
  /** Coin pair used in links to other products. */
  readonly coinSymbol: string
  readonly link: LinkState
  readonly isStale: boolean
  readonly markets: Omit<MarketListProps, 'product'>
  /** Further content at the end of the bar on desktop. */
  readonly children?: React.ReactNode
}

export function PairBar({ pair, coinSymbol, link, isStale, markets, children }: PairBarProps) {
  const { t } = useTranslation('market')
  const numbers = useNumbers()
  const quote = markets.quotes.get(pair.symbol)
  const product = pair.stock ? 'stocks' : 'spot'
  useLastTraded(product, pair.symbol)
  return (
    <div data-stale={isStale} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 lg:gap-x-6 lg:px-4">
      <TradeTabs symbol={coinSymbol} selected={product} isInUsdt={pair.quote.code === 'USDT'} />
      <PairPicker pair={pair} markets={markets} />
      {/* As wide while it connects as when it is live: its words never decide where a line ends. */}
      <div className="ml-auto flex items-center justify-end gap-2 max-lg:order-2 sm:max-lg:min-w-28 lg:order-last">
        <LinkBadge link={link} />
        {children}
      </div>
      {quote && (
        // Below a desk's width the figures stay together, on a tablet held upright on a line of their own.
        <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 max-lg:order-3 lg:contents">
          <Price pair={pair} quote={quote} isStale={isStale} />
          <dl className="text-2xs max-sm:grid max-sm:grow max-sm:basis-[36%] max-sm:gap-y-px sm:flex sm:flex-wrap sm:gap-x-6 lg:text-xs">
            <Fact label={t('high_24h')}>{numbers.decimal(quote.high)}</Fact>
            <Fact label={t('low_24h')}>{numbers.decimal(quote.low)}</Fact>
            <Fact label={t('volume_24h')}>
              {numbers.compact(quote.volume)}
              {bound(pair.base.code)}
            </Fact>
          </dl>
        </div>
      )}
    </div>
  )
}

function Price({ pair, quote, isStale }: { pair: Pair; quote: Quote; isStale: boolean }) {
  const worth = useWorth()
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 max-sm:grow max-sm:basis-[52%]">
      <LastPrice quote={quote} isStale={isStale}>
        <FiatText usdt={worth.ofPrice(pair.quote.code, quote.price)} as="price" />
      </LastPrice>
      {pair.stock && <SessionBadge stock={pair.stock} />}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0 max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-2">
      <dt className="text-muted">{label}</dt>
      <dd className="text-stale ml-auto whitespace-nowrap sm:ml-0">{children}</dd>
    </div>
  )
}

/**
 * Native disclosure: opens without scripts, closes after a choice. On a phone it is a sheet; the backdrop belongs to
 * the summary, so that a press on it closes the sheet. A desktop shows the list next to the chart as well.
 */
function PairPicker({ pair, markets }: { pair: Pair; markets: PairBarProps['markets'] }) {
  return (
    <details
      key={pair.symbol}
      className="group relative z-20 max-lg:open:z-40"
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.open = false
      }}
    >
      <PairSummary
        pair={pair}
        className="max-lg:group-open:before:fixed max-lg:group-open:before:inset-0 max-lg:group-open:before:bg-scrim"
      />
      <div className="panel overflow-y-auto overscroll-contain shadow-float max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:h-[70dvh] max-lg:rounded-b-none max-lg:pb-[env(safe-area-inset-bottom)] lg:absolute lg:top-full lg:left-0 lg:max-h-[60dvh] lg:w-80">
        <MarketList product="spot" {...markets} />
      </div>
    </details>
  )
}
