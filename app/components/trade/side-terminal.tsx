// Layout of the futures and options terminals: bar, list of pairs, chart, ticket and own orders.

import type { ComponentProps, ReactNode } from 'react'
import type { Quote } from '#party/protocol/quotes'
import { MarketList } from '../market/market-list'
import { TradeBar } from './trade-bar'

interface SideTerminalProps extends Omit<ComponentProps<typeof TradeBar>, 'quote' | 'children'> {
  readonly quotes: ReadonlyMap<string, Quote>
  readonly commandId: string
  /** More figures in the bar. */
  readonly figures?: ReactNode
  readonly chart: ReactNode
  readonly ticket: ReactNode
  readonly orders: ReactNode
}

export function SideTerminal(props: SideTerminalProps) {
  const { quotes, commandId, figures, chart, ticket, orders, ...bar } = props
  const { product, pair, pairs, isStale } = bar
  return (
    <div className="side-terminal" data-product={product} data-stale={isStale}>
      <div data-panel="bar">
        <TradeBar {...bar} quote={quotes.get(pair.symbol)}>
          {figures}
        </TradeBar>
      </div>
      <div data-panel="markets" data-stale={isStale}>
        <MarketList {...{ product, pairs, quotes, commandId }} symbol={pair.symbol} watches={null} search="" />
      </div>
      <div data-panel="chart">{chart}</div>
      <div id="ticket" tabIndex={-1} data-panel="ticket" className="outline-none">
        {ticket}
      </div>
      <div data-panel="orders">{orders}</div>
    </div>
  )
}
