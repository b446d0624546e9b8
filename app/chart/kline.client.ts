// Adapter of the chart library: candles in, canvas out. Loaded only in the browser.

import { type Chart, dispose, init } from 'klinecharts'
import type { Period } from '#domain/quotes/period'
import { CandleFeed, type FeedOptions } from './candle-feed.client'
import { type ChartFigures, paneHeight } from './chart-settings'
import { clearOfLast } from './last-price'
import { type OnCandle, isNarrow, klineStyles, pageLook, wholeTimes } from './kline-styles.client'

export interface Kline {
  /** Underlying chart, for modules loaded later: tools, drawings, own orders. */
  readonly chart: Chart
  setPeriod(period: Period): void
  /** A live price: moves the last candle, or starts the next one. */
  tick(price: string, at: number): void
  /** Applies the page's colours again after a change of theme or of the rise colour. */
  readTheme(): void
  /** Minutes east of UTC. */
  setZone(offset: number): void
  close(): void
}

interface KlineOptions extends FeedOptions {
  readonly element: HTMLElement
  readonly priceDecimals: number
  readonly quantityDecimals: number
  /** Minutes east of UTC. */
  readonly offset: number
  readonly figures: ChartFigures
  /** Receives candle figures on a phone, where the page displays them. */
  readonly onCandle: OnCandle
}

/** Makes the browser load its time zone tables, which happens on first use and takes half as long as the chart. */
export const readZones = (offset: number): unknown => new Intl.DateTimeFormat('en', { timeZone: zoneName(offset) })

export function openKline(options: KlineOptions): Kline {
  let look = pageLook()
  let { offset } = options
  const chart = openChart(options)
  const feed = new CandleFeed(chart, options)
  arrange(chart, options)
  feed.start()
  return {
    chart,
    setPeriod: (period) => feed.setPeriod(period),
    tick: (price, at) => feed.tick(price, at),
    readTheme() {
      const next = pageLook()
      if (next === look) return
      look = next
      chart.setStyles(klineStyles(options.onCandle))
    },
    setZone(next) {
      if (next === offset) return
      offset = next
      chart.setTimezone(zoneName(next))
    },
    close() {
      feed.close()
      dispose(chart)
    },
  }
}

function openChart({ element, offset, figures, onCandle }: KlineOptions): Chart {
  const chart = init(element, {
    styles: klineStyles(onCandle),
    timezone: zoneName(offset),
    thousandsSeparator: figures,
    formatter: figures,
  })
  if (!chart) throw new Error('the chart needs an element of its own')
  // The library sets tabindex 1 on its box, which would put it first in the page's tab order.
  element.querySelectorAll('[tabindex]').forEach((box) => box.setAttribute('tabindex', '-1'))
  if (element.tabIndex > 0) element.tabIndex = -1
  return chart
}

function arrange(chart: Chart, { symbol, priceDecimals, quantityDecimals }: KlineOptions): void {
  chart.createIndicator({ name: 'MA', calcParams: [7, 25], id: 'MA', paneId: 'candle_pane' }, true)
  // Volume without averages: three lines over small bars are unreadable on a phone.
  chart.createIndicator({ name: 'VOL', calcParams: [], id: 'VOL' })
  const height = paneHeight(chart.getSize()?.height ?? 0, 1)
  for (const { paneId } of chart.getIndicators({ name: 'VOL' })) chart.setPaneOptions({ id: paneId, height })
  chart.setSymbol({
    ticker: symbol,
    pricePrecision: priceDecimals,
    volumePrecision: Math.min(quantityDecimals, 3),
  })
  chart.overrideXAxis({ name: 'normal', createTicks: wholeTimes })
  // Gaps above and below the price range: space for the highest and lowest labels, the legend of two lines and own order marks.
  chart.overrideYAxis({
    paneId: 'candle_pane',
    gap: { ...(!isNarrow() && { top: 72 }), bottom: 50 },
    createTicks: clearOfLast(chart),
  })
}

/** Whole hours have a name everywhere (with the sign turned round); others only where offsets are names, which browsers now know. */
function zoneName(offset: number): string {
  if (offset % 60 === 0) return offset === 0 ? 'Etc/UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset / 60)}`
  const two = (value: number) => String(value).padStart(2, '0')
  const name = `${offset < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) && name
  } catch {
    // Older browser without this zone name: fall back to the device time zone.
    return Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}
