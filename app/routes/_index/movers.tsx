// Market lists on home: watchlist, gainers, losers, most traded. Tabs are links that switch without a request.

import { Link, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WatchRow } from '#party/protocol/watchlist'
import type { DayLine, Quote } from '#party/protocol/quotes'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { Icon } from '../../components/icon'
import { LinkBadge } from '../../components/link-badge'
import { QuoteTable } from '../../components/market/quote-table'
import { Tabs } from '../../components/tabs'
import { isStaleLink } from '../../live/channel'
import { type Move, movers, watchedPairs } from '../../live/pair-order'
import { bySymbol } from '../../live/quotes-state'
import { useQuotes } from '../../live/quotes-channel'
import type { ListedPair } from '../../text/listed-pair'

/** A phone shows fewer, for what is below. */
const SHOWN = 8
/** Below this number of watched pairs, the default tab is "volume": the others can be almost empty. */
const WATCHED_LEAST = 3

type List = Move | 'watched'
const LISTS: readonly List[] = ['watched', 'volume', 'gainers', 'losers']

interface MoversProps {
  readonly pairs: readonly ListedPair[]
  readonly quotes: readonly Quote[]
  readonly lines: readonly DayLine[]
  /** Null for a guest. */
  readonly watches: readonly WatchRow[] | null
}

export function Movers({ pairs, quotes: drawn, lines, watches }: MoversProps) {
  const { t } = useTranslation('home')
  const { t: tMarket } = useTranslation('market')
  const { t: tShell } = useTranslation('shell')
  const { quotes, live } = useQuotes(drawn)
  const now = bySymbol(quotes)
  const [search] = useSearchParams()
  const list =
    LISTS.find((name) => name === search.get('list')) ?? ((watches?.length ?? 0) < WATCHED_LEAST ? 'volume' : 'watched')
  // Ranked when the list is opened: rows that change places under a finger cannot be pressed.
  const [ranked, setRanked] = useState({ list, quotes: now })
  if (ranked.list !== list) setRanked({ list, quotes: now })
  const wordsOf = (name: List) => (name === 'watched' ? tMarket('watched_pairs') : t(name))
  const shown = list === 'watched' ? watchedPairs(pairs, watches ?? []) : movers(pairs, ranked.quotes, list, SHOWN)
  return (
    <section
      aria-labelledby="markets"
      data-stale={isStaleLink(live.link)}
      className="panel min-w-0 overflow-hidden max-lg:[&_tbody>tr:nth-child(n+7)]:hidden"
    >
      <div className="flex items-center justify-between gap-3 px-4 pt-3">
        <h2 id="markets" className="text-lg font-bold">
          {t('markets')}
        </h2>
        <LinkBadge link={live.link} />
        <Link to="/market" className="ml-auto flex min-h-11 items-center text-sm text-selected-text">
          {tShell('view_all')}
          <Icon name="right" className="size-4" />
        </Link>
      </div>
      <Tabs
        label={t('markets')}
        tabs={LISTS.map((name) => ({
          to: `?list=${name}`,
          words: wordsOf(name),
          isSelected: name === list,
        }))}
      />
      {shown.length > 0 ? (
        <QuoteTable label={wordsOf(list)} pairs={shown.slice(0, SHOWN)} quotes={now} lines={lines} isNarrow />
      ) : list === 'watched' ? (
        <NothingWatched isGuest={watches === null} />
      ) : (
        <Empty icon="chart">{t(list === 'losers' ? 'losers_empty' : 'gainers_empty')}</Empty>
      )}
    </section>
  )
}

function NothingWatched({ isGuest }: { isGuest: boolean }) {
  const { t } = useTranslation('market')
  const { t: tShell } = useTranslation('shell')
  return (
    <Empty
      icon="star"
      action={
        <ButtonLink to={isGuest ? '/login?returnTo=%2F%3Flist%3Dwatched' : '/market'} size="sm">
          {isGuest ? tShell('log_in') : t('watch_find')}
        </ButtonLink>
      }
    >
      {t(isGuest ? 'watch_guest' : 'watch_empty')}
    </Empty>
  )
}
