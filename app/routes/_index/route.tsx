// Home: what moves, what is new, and the way in.

import { Link, useLoaderData } from '@remix-run/react'
import type { Quote } from '#party/protocol/quotes'
import { Change } from '../../components/change'
import { CoinMark } from '../../components/coin-mark'
import { FiatText } from '../../components/fiat'
import { Icon } from '../../components/icon'
import { LinkBadge } from '../../components/link-badge'
import { Ago } from '../../components/ago'
import { type ListedPair, QuoteTable } from '../../components/quote-table'
import { useSite } from '../../components/site'
import { Sparkline } from '../../components/sparkline'
import { Ticking } from '../../components/ticking'
import { bySymbol } from '../../live/quotes-state'
import { useQuotes } from '../../live/use-rooms'
import { directionOf } from '../../text/decimal-text'
import { useNumbers } from '../../text/numbers'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export { loader } from './data.server'

export default function Home() {
  const say = useWords('market')
  const sayShell = useWords('shell')
  const { pairs, quotes: drawn, lines, banners, news, popup } = useLoaderData<typeof loader>()
  const { quotes: list, live } = useQuotes(drawn)
  const quotes = bySymbol(list)
  return (
    <div className="grid gap-4 px-3 pt-3 lg:grid-cols-3 lg:gap-6 lg:px-5 lg:pt-6">
      {popup && <PopupNotice id={popup.id} title={popup.title} />}
      <Hero />
      <section aria-labelledby="main-pairs" className="min-w-0 lg:order-1 lg:col-span-3">
        <div className="mb-2 flex items-center justify-between">
          <h2 id="main-pairs" className="font-semibold">
            {say('top_pairs')}
          </h2>
          <LinkBadge link={live.link} />
        </div>
        <div className="grid grid-cols-2 gap-2 lg:grid-cols-4 lg:gap-4">
          {lines.map(({ symbol, closes }) => {
            const pair = pairs.find((listed) => listed.symbol === symbol)
            return pair && <PairCard key={symbol} pair={pair} quote={quotes.get(symbol)} closes={closes} />
          })}
        </div>
      </section>
      {banners.length > 0 && <Banners rows={banners} />}
      <section className="panel min-w-0 overflow-hidden lg:order-3 lg:col-span-3">
        <div className="flex items-center justify-between px-3 pt-3">
          <h2 className="font-semibold">{say('title')}</h2>
          <Link to="/market" className="flex min-h-9 items-center text-sm text-selected-text">
            {sayShell('view_all')}
            <Icon name="right" className="size-4" />
          </Link>
        </div>
        <QuoteTable pairs={pairs} quotes={quotes} />
      </section>
      <NewsList rows={news} />
    </div>
  )
}

function PopupNotice({ id, title }: { id: number; title: string }) {
  return (
    <Link to={`/news/${id}`} className="panel flex min-w-0 items-center gap-2 px-3 py-2.5 text-sm lg:col-span-3">
      <Icon name="bell" className="size-4 text-brand-text" />
      <span className="min-w-0 truncate">{title}</span>
      <Icon name="right" className="ml-auto size-4 text-muted" />
    </Link>
  )
}

function Hero() {
  const say = useWords('market')
  const sayIdentity = useWords('identity')
  const { userId, isDemo } = useSite()
  return (
    <section className="panel flex flex-col justify-center px-5 py-7 lg:col-span-2 lg:px-10">
      <h1 className="text-2xl font-bold text-balance lg:text-4xl">{say('hero_title')}</h1>
      <p className="mt-2 max-w-xl text-muted lg:text-lg">{say('hero_text')}</p>
      {isDemo && userId === null && <p className="mt-2 text-sm text-brand-text">{sayIdentity('demo_gift')}</p>}
      <div className="mt-5 flex flex-wrap gap-2">
        {userId === null && (
          <Link to="/register" className="button button-brand">
            {say('hero_start')}
          </Link>
        )}
        <Link to="/trade/spot/BTC-USDT" className={`button ${userId === null ? 'button-quiet' : 'button-brand'}`}>
          {say('hero_trade')}
        </Link>
      </div>
    </section>
  )
}

function PairCard({ pair, quote, closes }: { pair: ListedPair; quote: Quote | undefined; closes: readonly string[] }) {
  const say = useWords('market')
  const numbers = useNumbers()
  const name = `${pair.base.code}/${pair.quoteCode}`
  return (
    <Link
      to={`/trade/spot/${pair.symbol}`}
      className="panel block min-w-0 p-3 hover:border-muted"
      data-symbol={pair.symbol}
    >
      <div className="flex items-center gap-2 text-sm">
        <CoinMark asset={pair.base} className="size-6" />
        <span className="font-medium">{name}</span>
      </div>
      <div className="mt-2 text-lg font-semibold lg:text-xl">
        {quote ? <Ticking value={quote.price} words={numbers.decimal(quote.price)} /> : '—'}
      </div>
      <div className="flex min-h-5 flex-wrap justify-between gap-x-2 text-xs text-muted">
        <FiatText usdt={pair.quoteCode === 'USDT' ? quote?.price : null} as="price" />
        {quote && <Change percent={quote.change} />}
      </div>
      <Sparkline
        closes={closes}
        label={say('chart_label', { pair: name })}
        direction={quote && directionOf(quote.change)}
        className="mt-2 h-10 w-full"
      />
    </Link>
  )
}

interface ArticleRow {
  readonly id: number
  readonly title: string
  readonly abstract: string
  readonly cover: string
  readonly publishedAt: number
}

function Banners({ rows }: { rows: readonly ArticleRow[] }) {
  const say = useWords('content')
  return (
    <section
      aria-label={say('banners')}
      className="no-scrollbar -mx-3 flex min-w-0 lg:order-2 lg:col-span-3 snap-x gap-3 overflow-x-auto px-3 lg:mx-0 lg:grid lg:auto-cols-fr lg:grid-flow-col lg:gap-4 lg:px-0"
    >
      {rows.map((row) => (
        <Link
          key={row.id}
          to={`/news/${row.id}`}
          className="relative min-h-24 w-64 shrink-0 snap-start rounded-xl border border-brand/40 bg-brand/10 p-4 hover:border-brand lg:w-auto"
        >
          <span className="block font-semibold">{row.title}</span>
          <span className="mt-1 line-clamp-2 block text-xs text-muted">{row.abstract}</span>
        </Link>
      ))}
    </section>
  )
}

function NewsList({ rows }: { rows: readonly ArticleRow[] }) {
  const say = useWords('content')
  const sayShell = useWords('shell')
  return (
    <section className="panel p-3">
      <div className="flex items-center justify-between">
        <h2 className="font-semibold">{say('news')}</h2>
        <Link to="/news" className="flex min-h-9 items-center text-sm text-selected-text">
          {sayShell('view_all')}
          <Icon name="right" className="size-4" />
        </Link>
      </div>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={`/news/${row.id}`} className="block py-2.5 hover:text-selected-text">
              <span className="block text-sm">{row.title}</span>
              <span className="text-xs text-muted">
                <Ago at={row.publishedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p className="py-6 text-center text-sm text-muted">{say('news_empty')}</p>}
    </section>
  )
}
