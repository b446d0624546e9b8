// Spot trading: markets, chart, book, trades, ticket, the visitor's orders. Server-rendered, then updated by three
// channels.

import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { type CSSProperties, useCallback, useMemo, useState } from 'react'
import { type Pair, type Wallet, tradingWallet } from '#domain/catalogue'
import { LOAN_WALLET } from '#domain/loan/terms'
import { decodeAmount } from '#domain/money/amount'
import { stateOf } from '#domain/stocks/session'
import type { BalanceRow, SpotOrderRow } from '#party/protocol/account'
import { type FeeDiscounts, feeTermsOf } from '#party/protocol/account-promotion'
import type { MarginChoice } from '#services/loan/margin'
import { FeatureWords } from '../../components/feature-words'
import { HiddenAmounts } from '../../components/hidden-amounts'
import { MarketList } from '../../components/market/market-list'
import { useDayLine } from '../../components/sparkline'
import { useSite } from '../../site/site'
import { useMinute } from '../../components/moment'
import { SessionNote, useTakesMarket } from './stock-session'
import { useLoaded } from '../../components/use-alive'
import { type OrderAnswer, unanswered } from '../../forms/order-answer'
import type { TicketFacts, TicketFields } from '../../forms/spot'
import { choiceSearch, readTicketFields } from '../../forms/spot-submission'
import { isStaleLink, leastLive } from '../../live/channel'
import { bySymbol } from '../../live/quotes-state'
import { useMarket } from '../../live/market-channel'
import { useQuotes } from '../../live/quotes-channel'
import { priceField } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { directionOf } from '../../text/decimal-text'
import { askOr, isViewChange, keepUnanswered } from '../../site/revalidation'
import { Book } from './book'
import { ChartPanel } from './chart'
import { ClosedMarket } from './closed-market'
import { Company } from './company'
import type { action, loader } from './data.server'
import type { TerminalLayout } from '../../visitor/terminal-layout'
import { Keys } from './keys'
import { lastPrice } from '../../chart/last-price'
import { OwnOrders } from './own-orders'
import { PairBar } from './pair-bar'
import { PairQuotesProvider } from './pair-quotes'
import { Tape } from './tape'
import { Ticket } from './ticket'
import { useIsWide, useTerminalLayout, useTouched } from '../../components/trade/use-terminal-layout'
import { useOwn } from './use-own'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

/** Without an answer the ticket keeps its fields and command id. */
export const clientAction = askOr<OrderAnswer>(unanswered)

/** Switching tabs of own orders changes the view only, without a reload. */
export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs): boolean =>
  !isViewChange(change) && keepUnanswered(change)

export default function SpotTrade() {
  const { pair, isHidden, texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="conditional" texts={texts}>
      <HiddenAmounts isHidden={isHidden}>
        <Terminal key={pair.symbol} />
      </HiddenAmounts>
    </FeatureWords>
  )
}

const loadSplitters = () => import('./splitters')
const loadToasts = () => import('./fill-toasts')

function Terminal() {
  const drawn = useLoaderData<typeof loader>()
  const { pair, pairs, commandId } = drawn
  const answer = useActionData<typeof action>()
  const [layout, changeLayout] = useTerminalLayout(drawn.layout)
  const [picked, setPicked] = useState<Partial<TicketFields> | null>(null)
  const [isDepth, setDepth] = useState(false)
  const [isWide, isTouched] = [useIsWide(), useTouched()]
  const lines = useLoaded(loadSplitters, isWide && isTouched)
  const { book, trades, quotes, quote, link, isStale, isMissing, isBookless } = useLiveFacts()
  const closes = useDayLine(drawn.closes, quote)
  const own = useOwn()
  const { balances = null, margin = null, liveFees = null, openOrders = NO_ORDERS, freshFills = NO_FILLS } = own ?? {}
  const facts = useTicketFacts({ book, balances, margin, liveFees, openOrders: openOrders.length })
  const initial = useInitialFields(facts)
  const isChartOpen = useIsChartOpen(pair, layout)
  const [search, setSearch] = useState(() => choiceSearch(initial, pair.stock !== undefined))
  const markets = { symbol: pair.symbol, pairs, quotes, watches: drawn.own?.watches ?? null, commandId, search }
  const openChart = useCallback((isChartOpen: boolean) => changeLayout({ isChartOpen }), [changeLayout])
  const toasts = useLoaded(loadToasts, freshFills.length > 0)
  return (
    <PairQuotesProvider value={quotes}>
      <div className="terminal" data-book={isBookless ? 'none' : pair.stock && 'last'} style={sizesOf(layout)}>
        <div data-panel="bar">
          <PairBar pair={pair} coinSymbol={drawn.coinSymbol} link={link} isStale={isStale} markets={markets}>
            <Keys onPick={setPicked} />
          </PairBar>
        </div>
        <div data-panel="markets" data-stale={isStaleLink(link)}>
          <MarketList product="spot" {...markets} />
        </div>
        <div data-panel="chart" data-stale={isStale}>
          {pair.stock && !isChartOpen && <ClosedMarket stock={pair.stock} quote={quote} closes={drawn.closes} />}
          <ChartPanel
            pair={pair}
            closes={closes}
            sketch={drawn.sketch}
            direction={quote && directionOf(quote.change)}
            price={quote?.price}
            at={quote?.at}
            depth={isDepth ? book : null}
            openOrders={openOrders}
            conditionals={own?.conditionals ?? NO_CONDITIONALS}
            fills={own?.fills ?? NO_FILLS}
            isOpen={isChartOpen}
            onOpen={openChart}
            onDepth={setDepth}
          />
        </div>
        <div data-panel="book">
          {isBookless && <Company pair={pair} actions={drawn.actions} balances={balances} isNarrow />}
          {!isBookless && (
            <Book
              pair={pair}
              {...book}
              last={lastPrice({ pair, book, trades, quote })}
              openOrders={openOrders}
              isMissing={isMissing}
              isStale={isStale}
              onPick={(price) => setPicked({ price, kind: 'limit' })}
            />
          )}
        </div>
        <div id="ticket" tabIndex={-1} data-panel="ticket" className="outline-none">
          {pair.stock && <SessionNote stock={pair.stock} />}
          <Ticket
            facts={facts}
            commandId={commandId}
            initial={initial}
            onSearch={setSearch}
            drawnAnswer={answer}
            picked={picked}
            isAsking={layout.isAsking}
            onAsking={(isAsking) => changeLayout({ isAsking })}
          />
        </div>
        <div data-panel="orders">
          <OwnOrders pair={pair} own={own} assets={drawn.assets} commandId={commandId} drawnAnswer={answer} />
        </div>
        {/* Focusable, so that keyboard users can scroll it. */}
        <div data-panel="trades" tabIndex={0}>
          <Tape pair={pair} trades={trades} isStale={isStale} />
        </div>
        {lines && <lines.Splitters layout={layout} onChange={changeLayout} />}
        {toasts && <toasts.FillToasts pair={pair} fills={freshFills} />}
      </div>
      {!isBookless && <Company pair={pair} actions={drawn.actions} balances={balances} />}
    </PairQuotesProvider>
  )
}

/** Market and prices: loader data, then live channel data, with the link state. */
function useLiveFacts() {
  const drawn = useLoaderData<typeof loader>()
  const market = useMarket(drawn.pair.symbol)
  const { quotes: list, live } = useQuotes(drawn.quotes)
  const quotes = useMemo(() => bySymbol(list), [list])
  const quote = quotes.get(drawn.pair.symbol)
  const link = leastLive(market.link, live.link)
  const isClosed = useIsClosed(drawn.pair)
  const book = market.state ?? drawn.book ?? NO_BOOK
  /** True when neither loader nor channel delivered a book. */
  const isMissing = !market.state && !drawn.book
  return {
    book,
    trades: market.state?.trades ?? drawn.trades,
    quotes,
    quote,
    link,
    isStale: isStaleLink(link) || (quote?.isStale ?? false),
    isMissing,
    /** True for a closed exchange without orders. */
    isBookless: isClosed && !isMissing && book.bids.length + book.asks.length === 0,
  }
}

const NO_BOOK = { bids: [], asks: [], indexTicks: 0 } as const
const NO_FILLS = [] as const
const NO_CONDITIONALS = [] as const
const NO_ORDERS: readonly SpotOrderRow[] = []

/** A share is bought by its chart, a coin by its book. */
function useIsChartOpen({ stock }: Pair, { isChartOpen }: TerminalLayout): boolean {
  const takesMarket = useTakesMarket(stock)
  return isChartOpen ?? (stock !== undefined && takesMarket)
}

function useIsClosed({ stock }: Pair): boolean {
  const now = useMinute()
  return stock !== undefined && stateOf(stock, now).phase === 'closed'
}

/** Custom CSS properties, which React's type does not include. */
const sizesOf = (layout: TerminalLayout): CSSProperties =>
  ({
    '--terminal-markets': `${layout.markets}px`,
    '--terminal-book': `${layout.book}px`,
    '--terminal-ticket': `${layout.ticket}px`,
    '--terminal-upper': `${layout.upper}px`,
  }) as CSSProperties

interface MarketFacts {
  readonly book: Pick<TicketFacts, 'bids' | 'asks' | 'indexTicks'>
  /** Null for a guest. */
  readonly balances: readonly BalanceRow[] | null
  readonly margin: MarginChoice | null
  /** Fees from the account's channel since the page was rendered. */
  readonly liveFees: FeeDiscounts | null
  readonly openOrders: number
}

function useTicketFacts({
  book: { bids, asks, indexTicks },
  balances,
  margin,
  liveFees,
  openOrders,
}: MarketFacts): TicketFacts {
  const { pair, fees } = useLoaderData<typeof loader>()
  const { language } = useSite()
  return {
    pair,
    language,
    available: balances && availableIn(tradingWallet(pair), pair, balances),
    margin:
      balances && margin && mayUseMargin(pair)
        ? { ...margin, available: availableIn(LOAN_WALLET, pair, balances) }
        : null,
    bestBid: bids[0]?.[0] ?? 0,
    bestAsk: asks[0]?.[0] ?? 0,
    indexTicks,
    bids,
    asks,
    openOrders,
    fees: fees && liveFees ? { ...fees, terms: feeTermsOf(liveFees) } : fees,
  }
}

const mayUseMargin = ({ base, quote }: Pair): boolean =>
  [base, quote].every(({ wallets }) => wallets.includes(LOAN_WALLET))

/** Wallet balances of the pair; zero without a balance row. */
function availableIn(wallet: Wallet, { base, quote }: Pair, rows: readonly BalanceRow[]) {
  const of = ({ id }: Pair['base']) =>
    decodeAmount(rows.find((row) => row.wallet === wallet && row.assetId === id)?.available ?? '0')
  return { base: of(base), quote: of(quote) }
}

/** A share is bought at once and for an amount of money, unless the visitor chose otherwise. */
const OF_SHARES: Readonly<Record<string, string>> = { kind: 'market', sizeIn: 'quote' }
const NO_PRESET: typeof OF_SHARES = {}

/** Fields from the URL or from a submit without scripts; the limit price starts at the best price of the other side, or at the index price. */
function useInitialFields(facts: TicketFacts): TicketFields {
  const numbers = useNumbers()
  const [search] = useSearchParams()
  const sent = useActionData<typeof action>()?.fields
  const takesMarket = useTakesMarket(facts.pair.stock)
  const preset = facts.pair.stock && takesMarket && !search.has('kind') ? OF_SHARES : NO_PRESET
  const fields = readTicketFields((name) => sent?.[name] ?? search.get(name) ?? preset[name] ?? '')
  if (fields.price !== '') return fields
  // A closed exchange has an empty book.
  const best = (fields.side === 'buy' ? facts.bestAsk : facts.bestBid) || facts.indexTicks
  return { ...fields, price: best > 0 ? numbers.field(priceField(facts.pair, best)) : '' }
}
