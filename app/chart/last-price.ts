// The price between the two sides of the book. Pure.

import type { AxisCreateTicksCallback, Chart } from 'klinecharts'
import type { Pair } from '#domain/catalogue'
import type { DepthRow, TapeTrade } from '#party/protocol/market'
import type { Quote } from '#party/protocol/quotes'
import { priceField } from '../text/money'

export interface LastPrice {
  /** Plain decimal text. */
  readonly price: string
  /** Direction of the last price change: positive up, negative down, zero unknown. */
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
 * Last traded price while it lies within the current spread; otherwise the feed price, because the market has moved on.
 * Null while both are unknown.
 */
export function lastPrice({ pair, book: { bids, asks }, trades, quote }: PriceFacts): LastPrice | null {
  const ticks = trades[0]?.ticks
  if (ticks !== undefined && ticks >= (bids[0]?.[0] ?? 0) && ticks <= (asks[0]?.[0] ?? Infinity)) {
    const before = trades.find((trade) => trade.ticks !== ticks)
    return { price: priceField(pair, ticks), turn: before ? ticks - before.ticks : 0 }
  }
  return quote ? { price: quote.price, turn: 0 } : null
}

/** Minimum distance (px) between the price mark and an axis label. */
const REACH = 16

/**
 * Hides axis labels that the price mark would overlap. Evaluated at every axis redraw, because the mark moves
 * independently of the scale.
 */
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
