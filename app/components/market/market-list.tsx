// Pair list with live prices, search and watchlist filter; used by spot's pair picker and the first column of a wide
// terminal. Without scripts a list of links.

import { Link } from '@remix-run/react'
import { memo, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WatchRow } from '#party/protocol/watchlist'
import type { Quote } from '#party/protocol/quotes'
import { useAlive } from '../use-alive'
import { Change } from '../change'
import { CoinMark } from '../coin'
import { Icon } from '../icon'
import { WatchStar } from './watch-star'
import { type ListedPair, matchesPair } from '../../text/listed-pair'
import { useNumbers } from '../../text/numbers'

export interface MarketListProps {
  readonly product: 'spot' | 'futures' | 'options'
  readonly symbol: string
  readonly pairs: readonly ListedPair[]
  readonly quotes: ReadonlyMap<string, Quote>
  /** Null hides the stars: guests, futures, options. */
  readonly watches: readonly WatchRow[] | null
  readonly commandId: string
  /** Ticket query (side and kind), kept in links to other pairs. */
  readonly search: string
}

/** Memoized on quotes, because the order book beside it updates ten times a second. */
export const MarketList = memo(function MarketList(props: MarketListProps) {
  const { product, symbol, pairs, quotes, watches, commandId, search } = props
  const { t } = useTranslation('market')
  const [text, setText] = useState('')
  const [isStarredOnly, setStarredOnly] = useState(false)
  const isAlive = useAlive()
  const wanted = useDeferredValue(text)
  const starOf = (pair: ListedPair) => watches?.find((row) => row.assetId === pair.base.id)
  const shown = pairs.filter((pair) => matchesPair(pair, wanted) && (!isStarredOnly || starOf(pair)))
  return (
    <>
      <div className={`sticky top-0 z-10 flex gap-1 bg-surface p-2 ${isAlive ? '' : 'invisible'}`}>
        <div className="relative min-w-0 flex-1">
          <Icon
            name="search"
            className="pointer-events-none absolute top-1/2 left-2 size-4 -translate-y-1/2 text-muted"
          />
          <input
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            aria-label={t('search')}
            placeholder={t('search')}
            className="field min-h-11 py-1 pr-2 pl-8 text-sm lg:min-h-9"
          />
        </div>
        {watches && (
          <button
            type="button"
            aria-pressed={isStarredOnly}
            aria-label={t('watched_pairs')}
            onClick={() => setStarredOnly(!isStarredOnly)}
            className={`grid w-11 shrink-0 place-items-center rounded-lg lg:w-9 ${isStarredOnly ? 'bg-raised text-brand-text' : 'text-muted'}`}
          >
            <Icon name="star" className="size-4.5" isFilled={isStarredOnly} />
          </button>
        )}
      </div>
      <ul aria-label={t('title')}>
        {shown.map((pair) => (
          <li key={pair.symbol} className="flex items-center hover:bg-raised has-aria-[current]:bg-raised">
            {watches && (
              <WatchStar asset={pair.base} watches={watches} commandId={commandId} action="/market" size="sm" />
            )}
            <PairRow
              pair={pair}
              to={`/trade/${product}/${pair.symbol}${search}`}
              quote={quotes.get(pair.symbol)}
              isHere={pair.symbol === symbol}
              hasStar={!!watches}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="px-3 py-6 text-center text-xs text-muted">
          {isStarredOnly && wanted.trim() === '' ? t('watch_empty') : t('no_match', { text })}
        </p>
      )}
    </>
  )
})

interface PairRowProps {
  readonly pair: ListedPair
  readonly to: string
  readonly quote: Quote | undefined
  readonly isHere: boolean
  readonly hasStar: boolean
}

const PairRow = memo(function PairRow({ pair, to, quote, isHere, hasStar }: PairRowProps) {
  const numbers = useNumbers()
  return (
    <Link
      to={to}
      aria-current={isHere ? 'true' : undefined}
      className={`flex min-h-11 min-w-0 flex-1 items-center gap-2 py-1 pr-3 text-xs ${hasStar ? '' : 'pl-3'}`}
    >
      <CoinMark asset={pair.base} className="size-5" />
      <span className="min-w-0">
        <span className="block font-semibold">{pair.base.code}</span>
        <span className="block text-2xs text-muted">
          <span className="sr-only">/</span>
          {pair.quoteCode}
        </span>
      </span>
      <span className="ml-auto text-right" data-stale={quote?.isStale}>
        <span className="text-stale block">{quote ? numbers.decimal(quote.price) : '—'}</span>
        {quote && <Change percent={quote.change} className="text-2xs" />}
      </span>
    </Link>
  )
})
