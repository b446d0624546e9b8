// The price between the two sides of the book. Pure.

import type { AxisCreateTicksCallback, Chart } from 'klinecharts'
import type { Pair } from '#domain/catalogue'
import type { DepthRow, TapeTrade } from '#party/protocol/market'
import type { Quote } from '#party/protocol/quotes'
import { priceField } from '../text/money'

export interface LastPrice {
  /** Plain decimal text. */
  readonly price: string
  /** Which way the tape went to it: above zero is up. Zero where the tape does not say. */
  readonly turn: number
}

interface PriceFacts {
  readonly pair: Pair
  /** Best first. */
  readonly book: { readonly bids: readonly DepthRow[]; readonly asks: readonly DepthRow[] }
  /** Newest first. */
  readonly trades: readonly TapeTrade[]
  readonly quote: Quote | undefined
}

/**
 * The last trade here while it stands between the two sides: once the book has moved away from it, the market is elsewhere. Without one
 * that holds it is the price of the feed; null while there is neither.
 */
export function lastPrice({ pair, book: { bids, asks }, trades, quote }: PriceFacts): LastPrice | null {
  const ticks = trades[0]?.ticks
  if (ticks !== undefined && ticks >= (bids[0]?.[0] ?? 0) && ticks <= (asks[0]?.[0] ?? Infinity)) {
    const before = trades.find((trade) => trade.ticks !== ticks)
    return { price: priceField(pair, ticks), turn: before ? ticks - before.ticks : 0 }
  }
  return quote ? { price: quote.price, turn: 0 } : null
}

/** Nearer to its middle than this, the mark would cut a figure of the scale. */
const REACH = 16

/** Without the figure that the mark would cut. The mark moves while the scale stands: it is asked for whenever the scale is drawn. */
export const clearOfLast =
  (chart: Pick<Chart, 'convertToPixel' | 'getDataList'>): AxisCreateTicksCallback =>
  ({ defaultTicks }) =>
    defaultTicks.map((tick) => ({
      ...tick,
      get text() {
        const last = chart.getDataList().at(-1)
        const at = last ? chart.convertToPixel({ value: last.close }) : {}
        return 'y' in at && Math.abs(at.y - tick.coord) < REACH ? '' : tick.text
      },
    }))
