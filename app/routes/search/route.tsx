// Search page: a plain form with live results. Arrow keys move through results, Enter opens, Escape clears.

import { Form, Link, useLoaderData, useNavigate, useNavigation, useSearchParams } from '@remix-run/react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/moment'
import { Button } from '../../components/button'
import { Change } from '../../components/change'
import { CoinMark } from '../../components/coin'
import { Empty } from '../../components/empty'
import { Icon } from '../../components/icon'
import { Tabs } from '../../components/tabs'
import { Ticking } from '../../components/ticking'
import { isStaleLink } from '../../live/channel'
import { bySymbol } from '../../live/quotes-state'
import { useQuotes } from '../../live/quotes-channel'
import type { ListedPair } from '../../text/listed-pair'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'
import { KINDS, readSearch, searchPath } from './query'
import { addRecent, clearRecent, readRecent } from './recent'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

/** Spec §9: typing pause (ms) before a request. */
const DEBOUNCE_MS = 500

export default function SearchPage() {
  const { t } = useTranslation('search')
  const [query] = useSearchParams()
  const { text, kind, isMissing } = readSearch(query)
  const [typed, setTyped] = useState(text)
  const { recent, remember, forget } = useRecent()
  return (
    <div
      className="mx-auto max-w-3xl px-3 pt-3 lg:px-5 lg:pt-6"
      onKeyDown={walkResults}
      onClick={({ target }) => {
        if (text && target instanceof Element && target.closest('[data-result]')) remember(text)
      }}
    >
      <h1 className="sr-only">{t('title')}</h1>
      <SearchField typed={typed} onType={setTyped} />
      {isMissing && (
        <p role="alert" className="mt-2 px-1 text-sm text-bad-text">
          {t('keyword_missing')}
        </p>
      )}
      <Tabs
        variant="pill"
        label={t('categories')}
        className="my-3"
        tabs={KINDS.map((name) => ({
          to: searchPath(typed.trim(), name),
          words: t(name),
          isSelected: name === kind,
        }))}
      />
      {text === '' ? (
        <>
          {recent.length > 0 && <Recent texts={recent} onClear={forget} />}
          <Popular />
        </>
      ) : (
        <Results text={text} />
      )}
    </div>
  )
}

function useRecent() {
  const [recent, setRecent] = useState<readonly string[]>([])
  useEffect(() => setRecent(readRecent()), [])
  return {
    recent,
    remember: (text: string) => setRecent(addRecent(text)),
    forget: () => {
      clearRecent()
      setRecent([])
    },
  }
}

function SearchField({ typed, onType }: { typed: string; onType: (text: string) => void }) {
  const { t } = useTranslation('search')
  const [query] = useSearchParams()
  const { text: searched, kind } = readSearch(query)
  const navigate = useNavigate()
  const isBusy = useNavigation().location?.pathname === '/search'
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    const text = typed.trim()
    if (text === searched) return
    const timer = setTimeout(
      () => navigate(searchPath(text, kind), { replace: true, preventScrollReset: true }),
      DEBOUNCE_MS,
    )
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- typing or another kind starts a search; the rest changes as its result
  }, [typed, kind])
  return (
    <Form method="get" role="search" replace className="relative">
      {kind !== 'all' && <input type="hidden" name="kind" value={kind} />}
      <Icon name="search" className="pointer-events-none absolute top-3.5 left-3 size-5 text-muted" />
      <input
        ref={field}
        type="search"
        name="q"
        value={typed}
        maxLength={64}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== '') onType('')
        }}
        placeholder={t('hint')}
        aria-label={t('hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        className="field min-h-12! pr-24 pl-10 [&::-webkit-search-cancel-button]:hidden"
      />
      <span className="absolute top-0.5 right-1 flex h-11 items-center">
        {isBusy && <span aria-hidden="true" className="spinner mr-1 text-muted" />}
        <Button type="submit" variant="plain" size="sm">
          {t('submit')}
        </Button>
      </span>
    </Form>
  )
}

/** Moves focus between the field and the results by arrow keys. */
function walkResults(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=search], [data-result]')]
  const index = stops.findIndex((stop) => stop === document.activeElement)
  if (index < 0) return
  event.preventDefault()
  stops[index + step]?.focus()
}

function Recent({ texts, onClear }: { texts: readonly string[]; onClear: () => void }) {
  const { t } = useTranslation('search')
  return (
    <section className="mb-4">
      <div className="flex items-center justify-between px-1">
        <h2 className="text-sm font-medium text-muted">{t('recent')}</h2>
        <button
          type="button"
          onClick={onClear}
          aria-label={t('recent_clear')}
          className="grid size-11 place-items-center rounded-full text-muted hover:bg-raised hover:text-ink"
        >
          <Icon name="trash" className="size-4.5" />
        </button>
      </div>
      <ul className="flex flex-wrap gap-2">
        {texts.map((text) => (
          <li key={text} className="min-w-0">
            <a
              href={searchPath(text, 'all')}
              className="flex min-h-11 max-w-full items-center rounded-full bg-raised px-4 text-sm hover:bg-pressed lg:min-h-9"
            >
              <span className="truncate">{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Popular() {
  const { t } = useTranslation('search')
  const { popular } = useLoaderData<typeof loader>()
  return (
    <Group title={t('popular')}>
      <Markets pairs={popular} />
    </Group>
  )
}

function Results({ text }: { text: string }) {
  const { t } = useTranslation('search')
  const { markets, stocks, pages, news } = useLoaderData<typeof loader>()
  const count = markets.length + stocks.length + pages.length + news.length
  return (
    <>
      <p role="status" className="sr-only">
        {t('found', { count })}
      </p>
      {count === 0 && (
        <Empty icon="search" title={t('none_title', { text })}>
          {t('none_text')}
        </Empty>
      )}
      {markets.length > 0 && (
        <Group title={t('markets')}>
          <Markets pairs={markets} />
        </Group>
      )}
      {stocks.length > 0 && (
        <Group title={t('stocks')}>
          <Markets pairs={stocks} />
        </Group>
      )}
      {pages.length > 0 && (
        <Group title={t('pages')}>
          {pages.map(({ path, words }) => (
            <Row key={path} to={path} lead={<Icon name="right" className="size-5 text-muted" />}>
              {words}
            </Row>
          ))}
        </Group>
      )}
      {news.length > 0 && (
        <Group title={t('news')}>
          {news.map(({ id, title, publishedAt }) => (
            <Row key={id} to={`/news/${id}`} prefetch="none" lead={<Icon name="news" className="size-5 text-muted" />}>
              <span className="block">{title}</span>
              <span className="block text-xs font-normal text-muted">
                <Ago at={publishedAt} />
              </span>
            </Row>
          ))}
        </Group>
      )}
    </>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mb-4">
    <h2 className="px-1 pb-2 text-sm font-medium text-muted">{title}</h2>
    <ul className="panel divide-y divide-line overflow-hidden">{children}</ul>
  </section>
)

interface RowProps {
  readonly to: string
  readonly lead: ReactNode
  readonly end?: ReactNode
  /** Announcements are not prefetched, because fetching marks them as read. */
  readonly prefetch?: 'intent' | 'none'
  readonly children: ReactNode
}

const Row = ({ to, lead, end, prefetch = 'intent', children }: RowProps) => (
  <li>
    <Link
      to={to}
      prefetch={prefetch}
      data-result
      className="flex min-h-14 items-center gap-3 px-4 py-2 text-sm font-medium transition -outline-offset-2! hover:bg-raised focus-visible:bg-raised"
    >
      {lead}
      <span className="min-w-0 flex-1">{children}</span>
      {end}
    </Link>
  </li>
)

function Markets({ pairs }: { pairs: readonly ListedPair[] }) {
  const numbers = useNumbers()
  const { quotes: drawn } = useLoaderData<typeof loader>()
  const { quotes, live } = useQuotes(drawn)
  const now = bySymbol(quotes)
  return pairs.map(({ symbol, base, quoteCode }) => {
    const quote = now.get(symbol)
    return (
      <Row
        key={symbol}
        to={`/trade/spot/${symbol}`}
        lead={<CoinMark asset={base} className="size-8" />}
        end={
          quote && (
            <span className="text-right" data-stale={quote.isStale || isStaleLink(live.link)}>
              <Ticking value={quote.price} words={numbers.decimal(quote.price)} className="text-stale font-semibold" />
              <Change percent={quote.change} className="block text-xs" />
            </span>
          )
        }
      >
        {base.code}
        <span className="text-xs font-normal text-muted">/{quoteCode}</span>
        <span className="block text-xs font-normal text-muted">{base.name}</span>
      </Row>
    )
  })
}
