// Header of a trade page: pair, price and daily statistics, links to other pairs and products.

import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { Quote } from '#party/protocol/quotes'
import { CoinMark } from '../coin'
import { LinkBadge } from '../link-badge'
import { LastPrice, PairSummary } from './pair-summary'
import { TradeTabs } from './trade-tabs'
import { useLastTraded } from './use-last-traded'
import type { LinkState } from '../../live/channel'
import type { ListedPair } from '../../text/listed-pair'
import type { TradeProduct } from '../../visitor/last-traded'

interface TradeBarProps {
  readonly product: Exclude<TradeProduct, 'spot' | 'stocks'>
  readonly pair: Pair
  readonly pairs: readonly ListedPair[]
  readonly quote: Quote | undefined
  readonly link: LinkState
  readonly isStale: boolean
  /** More figures of the product. */
  readonly children?: ReactNode
}

export function TradeBar({ product, pair, pairs, quote, link, isStale, children }: TradeBarProps) {
  const { t } = useTranslation('market')
  useLastTraded(product, pair.symbol)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 lg:gap-x-6 lg:px-4">
      <TradeTabs symbol={pair.symbol} selected={product} isInUsdt />
      <PairPicker product={product} pair={pair} pairs={pairs} />
      <div className="ml-auto max-lg:order-2 lg:order-last">
        <LinkBadge link={link} />
      </div>
      <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 empty:hidden max-lg:order-3 lg:contents">
        {quote && (
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 max-sm:grow max-sm:basis-[44%] sm:max-lg:w-full">
            <LastPrice quote={quote} isStale={isStale}>
              <span className="text-2xs text-muted">{t('index_price')}</span>
            </LastPrice>
          </div>
        )}
        {children}
      </div>
    </div>
  )
}

/** <details> element, so it opens without scripts. */
function PairPicker({ product, pair, pairs }: Pick<TradeBarProps, 'product' | 'pair' | 'pairs'>) {
  return (
    <details key={pair.symbol} className="group relative z-20">
      <PairSummary pair={pair} />
      <ul className="panel absolute top-full left-0 max-h-[60dvh] w-64 overflow-y-auto shadow-float">
        {pairs.map((each) => (
          <li key={each.symbol}>
            <Link
              to={`/trade/${product}/${each.symbol}`}
              aria-current={each.symbol === pair.symbol ? 'true' : undefined}
              className="flex min-h-11 items-center gap-2 px-3 text-sm hover:bg-raised aria-[current]:bg-raised"
            >
              <CoinMark asset={each.base} className="size-5" />
              {each.base.code}/{each.quoteCode}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
