// Market list page: tabs, search, sorting, watch stars. The query contains the whole view, so it works without scripts;
// with scripts it switches at once.

import { Form, type ShouldRevalidateFunctionArgs, useLoaderData, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { Icon } from '../../components/icon'
import { LinkBadge } from '../../components/link-badge'
import { PairLinks } from '../../components/market/pair-links'
import { QuoteTable } from '../../components/market/quote-table'
import { Tabs } from '../../components/tabs'
import { WatchStar } from '../../components/market/watch-star'
import { isStaleLink } from '../../live/channel'
import { sortPairs, watchedPairs } from '../../live/pair-order'
import { bySymbol } from '../../live/quotes-state'
import { useQuotes } from '../../live/quotes-channel'
import { matchesPair } from '../../text/listed-pair'
import { MARKET_LINKS } from '../../site/product-links'
import { isViewChange, keepUnanswered } from '../../site/revalidation'
import { Arrange } from './arrange'
import type { loader } from './data.server'
import { MARKET_TABS, type MarketView, nextSort, queryWith, readView } from './view'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs): boolean =>
  !isViewChange(change) && keepUnanswered(change)

export { clientAction } from '../../site/revalidation'

const LIST_WORDS = { watched: 'watched_pairs', spot: 'spot_pairs', stocks: 'stock_pairs' } as const

export default function MarketList() {
  const { t } = useTranslation('market')
  const { quotes: drawn, watches, commandId, lines } = useLoaderData<typeof loader>()
  const { quotes: list, live } = useQuotes(drawn)
  const quotes = bySymbol(list)
  const [query] = useSearchParams()
  const view = readView(query)
  const [text, setText] = useState(view.text)
  const shown = useShown(view, { text, quotes })
  return (
    <div className="px-3 pt-4 lg:px-5 lg:pt-6">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="text-xl font-bold lg:text-2xl">{t('title')}</h1>
        <LinkBadge link={live.link} />
        {MARKET_LINKS.map(({ to, icon, words }) => (
          <ButtonLink key={to} to={to} variant="plain" size="sm" className="max-lg:ml-auto">
            <Icon name={icon} className="size-4" />
            {t(words)}
          </ButtonLink>
        ))}
        <SearchField text={text} onText={setText} />
      </div>
      <div data-stale={isStaleLink(live.link)} className="panel overflow-clip">
        <ViewTabs view={view} />
        {view.isArranging && watches ? (
          <Arrange />
        ) : shown.length > 0 ? (
          <QuoteTable
            label={t(LIST_WORDS[view.list])}
            pairs={shown}
            quotes={quotes}
            lines={lines}
            isSticky
            sorting={{
              sort: view.sort,
              to: (key) => {
                const next = nextSort(view.sort, key)
                return queryWith(query, { sort: next && next.key, order: next && next.order })
              },
            }}
            lead={(pair) => (
              <div className="flex">
                <WatchStar asset={pair.base} watches={watches ?? []} commandId={commandId} />
                <PairLinks symbol={pair.symbol} className="size-11 max-lg:hidden" />
              </div>
            )}
          />
        ) : (
          <Nothing view={view} text={text} />
        )}
      </div>
    </div>
  )
}

type Quotes = ReturnType<typeof bySymbol>

/** Pairs of a view, sorted only when the view opens: rows that move under a finger cannot be tapped. */
function useShown(view: MarketView, { text, quotes }: { text: string; quotes: Quotes }) {
  const { pairs, watches } = useLoaderData<typeof loader>()
  const key = `${view.list} ${view.sort?.key} ${view.sort?.order}`
  const [ranked, setRanked] = useState({ key, quotes })
  if (ranked.key !== key) setRanked({ key, quotes })
  const listed =
    view.list === 'watched'
      ? watchedPairs(pairs, watches ?? [])
      : pairs.filter(({ isShare }) => isShare === (view.list === 'stocks'))
  const shown = listed.filter(
    (pair) => (view.quote === null || pair.quoteCode === view.quote) && matchesPair(pair, text),
  )
  return view.sort ? sortPairs(shown, ranked.quotes, view.sort) : shown
}

/** Plain form; with scripts the list is filtered while typing. */
function SearchField({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useTranslation('market')
  const [query] = useSearchParams()
  return (
    <Form method="get" role="search" replace preventScrollReset className="relative w-full lg:ml-auto lg:w-80">
      {[...query].map(([name, value]) =>
        name === 'search' ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Icon name="search" className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
      <input
        type="search"
        name="search"
        value={text}
        onChange={(event) => onText(event.target.value)}
        placeholder={t('search')}
        aria-label={t('search')}
        autoComplete="off"
        enterKeyHint="search"
        className="field pl-10"
      />
    </Form>
  )
}

function ViewTabs({ view }: { view: MarketView }) {
  const { t } = useTranslation('market')
  const { pairs, watches } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const quoteCodes = [...new Set(pairs.map(({ quoteCode }) => quoteCode))]
  return (
    <>
      <Tabs
        label={t('title')}
        tabs={MARKET_TABS.map((list) => ({
          to: queryWith(query, { list: list === 'spot' ? null : list, quote: null, edit: null }),
          words: t(LIST_WORDS[list]),
          isSelected: view.list === list,
        }))}
      />
      {!view.isArranging && (
        <div className="flex min-h-12 items-center justify-between gap-2 px-4 py-1 empty:hidden">
          {quoteCodes.length > 1 && view.list !== 'stocks' && (
            <Tabs
              variant="pill"
              label={t('pair')}
              tabs={[null, ...quoteCodes].map((code) => ({
                to: queryWith(query, { quote: code }),
                words: code ?? t('all_pairs'),
                isSelected: view.quote === code,
              }))}
            />
          )}
          {view.list === 'watched' && (watches?.length ?? 0) > 1 && (
            <ButtonLink to={queryWith(query, { edit: '1', sort: null, order: null })} variant="plain" size="sm" replace>
              <Icon name="sort" className="size-4" />
              {t('arrange')}
            </ButtonLink>
          )}
        </div>
      )}
    </>
  )
}

function Nothing({ view, text }: { view: MarketView; text: string }) {
  const { t } = useTranslation('market')
  const { t: tShell } = useTranslation('shell')
  const { watches } = useLoaderData<typeof loader>()
  if (text !== '') return <Empty icon="search">{t('no_match', { text })}</Empty>
  if (view.list !== 'watched') return <Empty icon="search">{t('no_match', { text: view.quote ?? '' })}</Empty>
  if (watches)
    return (
      <Empty
        icon="star"
        action={
          <ButtonLink to="?" size="sm">
            {t('watch_find')}
          </ButtonLink>
        }
      >
        {t('watch_empty')}
      </Empty>
    )
  return (
    <Empty
      icon="star"
      action={
        <ButtonLink to="/login?returnTo=%2Fmarket%3Flist%3Dwatched" variant="brand" size="sm">
          {tShell('log_in')}
        </ButtonLink>
      }
    >
      {t('watch_guest')}
    </Empty>
  )
}
