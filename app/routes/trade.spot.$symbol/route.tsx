// Spot trading: chart, book, ticket, own orders, tape. Drawn by the server, then kept current by three channels.

import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useSearchParams,
} from '@remix-run/react'
import { useMemo, useState } from 'react'
import { LinkBadge } from '../../components/link-badge'
import { useSite } from '../../components/site'
import { type TicketFacts, type TicketFields, availableFor } from '../../forms/spot'
import { readTicketFields } from '../../forms/spot-submission'
import { decodeAmount } from '#domain/money/amount'
import type { BalanceRow } from '#party/protocol/account'
import { useAccount, useMarket, useQuotes } from '../../live/use-rooms'
import { mergeOrders } from '../../live/account-state'
import { bySymbol } from '../../live/quotes-state'
import { priceField } from '../../text/money'
import { answerOr, isUnanswered, textFieldsOf } from '../../unanswered'
import { Book } from './book'
import { PriceChart } from './chart'
import type { TradeAnswer, action, loader } from './data.server'
import { FillToasts } from './fill-toasts'
import { OwnOrders } from './own-orders'
import { PairBar } from './pair-bar'
import { Tape } from './tape'
import { Ticket } from './ticket'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

/** Without an answer the ticket stays, with what was typed and the same command id. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<TradeAnswer> {
  const fields = textFieldsOf(await request.clone().formData())
  const intent = fields['intent'] ?? ''
  const unanswered = { intent, order: null, cancelled: 0, problem: null, fields, isUnanswered: true }
  return answerOr<TradeAnswer>(() => serverAction<TradeAnswer>(), unanswered)
}

/** A tab of the own orders is only a choice of what to show: nothing needs to be read again for it. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (isUnanswered(actionResult)) return false
  if (!formMethod && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search) return false
  return defaultShouldRevalidate
}

export default function SpotTrade() {
  const { pair } = useLoaderData<typeof loader>()
  return <Terminal key={pair.symbol} />
}

function Terminal() {
  const { pair, pairs, quotes: drawnQuotes, book, trades, closes, commandId } = useLoaderData<typeof loader>()
  const { language } = useSite()
  const answer = useActionData<typeof action>()
  const [picked, setPicked] = useState<{ price: string } | null>(null)
  const { quotes } = useQuotes(drawnQuotes)
  const market = useMarket(pair.symbol)
  const own = useOwn()
  const { bids, asks, indexTicks } = market.state ?? book
  const bySymbols = bySymbol(quotes)
  const quote = bySymbols.get(pair.symbol)
  const facts: TicketFacts = {
    pair,
    language,
    available: own && availableFor(pair, spotBalances(own.balances)),
    bestBid: bids[0]?.[0] ?? 0,
    bestAsk: asks[0]?.[0] ?? 0,
    bids,
    asks,
    openOrders: own?.openOrders.length ?? 0,
  }
  return (
    <div className="terminal">
      <div className="[grid-area:bar]">
        <PairBar pair={pair} pairs={pairs} quotes={bySymbols} link={market.link} />
      </div>
      <div className="[grid-area:chart]">
        <PriceChart pair={pair} closes={closes} price={quote?.price} at={quote?.at} />
      </div>
      <div className="[grid-area:book]">
        <div className="flex justify-end px-2 py-1.5 lg:hidden">
          <LinkBadge link={market.link} />
        </div>
        <Book pair={pair} bids={bids} asks={asks} indexTicks={indexTicks} onPick={(price) => setPicked({ price })} />
      </div>
      <div className="[grid-area:ticket]">
        <Ticket
          facts={facts}
          commandId={commandId}
          initial={useInitialFields(facts)}
          drawnAnswer={answer}
          picked={picked}
        />
      </div>
      <div className="[grid-area:orders]">
        <OwnOrders pair={pair} own={own} commandId={commandId} />
      </div>
      <div className="[grid-area:tape]">
        <Tape pair={pair} trades={market.state?.trades ?? trades} />
      </div>
      <FillToasts pair={pair} fills={own?.freshFills ?? []} />
    </div>
  )
}

/** The own part: as drawn, overtaken by the account's channel as soon as that has spoken. */
function useOwn() {
  const { own: drawn, pair } = useLoaderData<typeof loader>()
  const { userId } = useSite()
  const { state } = useAccount(drawn ? userId : null)
  return useMemo(() => {
    if (!drawn) return null
    if (!state) return { ...drawn, freshFills: [] }
    const isHere = (row: { symbol: string }) => row.symbol === pair.symbol
    const freshFills = state.fills.filter(isHere)
    const known = new Set(freshFills.map((fill) => fill.tradeNo))
    return {
      balances: state.balances,
      openOrders: state.openOrders.filter(isHere),
      endedOrders: mergeOrders(drawn.endedOrders, state.endedOrders.filter(isHere)),
      fills: [...freshFills, ...drawn.fills.filter((fill) => !known.has(fill.tradeNo))],
      freshFills,
    }
  }, [drawn, state, pair.symbol])
}

/** Spot trades from the change wallet. */
const spotBalances = (rows: readonly BalanceRow[]) =>
  new Map(rows.filter((row) => row.wallet === 'change').map((row) => [row.assetId, decodeAmount(row.available)]))

/** Choices in the address, or what a scriptless submit sent; the limit starts at the best price of the other side. */
function useInitialFields(facts: TicketFacts): TicketFields {
  const [search] = useSearchParams()
  const sent = useActionData<typeof action>()?.fields
  const fields = readTicketFields((name) => sent?.[name] ?? search.get(name) ?? '')
  if (fields.price !== '') return fields
  const best = fields.side === 'buy' ? facts.bestAsk : facts.bestBid
  return { ...fields, price: best > 0 ? priceField(facts.pair, best) : '' }
}
