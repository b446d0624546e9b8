// Candles of real feeds in the room's SQLite: minutes built from published ticks, folded into every longer period as they close, and
// candles of the past as an exchange's REST interface gives them. The only writer of the candle table.

import { type Listing, type StepCandle, foldCandles, formatCandle } from '#domain/quotes/candle'
import { periodStart } from '#domain/quotes/period'
import { DAY_MS } from '#domain/time'
import { parseSteps } from '#domain/quotes/steps'
import type { Split } from '#domain/stocks/actions'
import type { candle } from '#db/quotes/schema'
import type { Store } from '../lib/store'
import type { FeedCandle, FeedPeriod } from './feeds/protocol'

/** Days for which each period is kept; a day's candle stays for ever. */
const DAYS_KEPT: Readonly<Record<FeedPeriod, number | null>> = {
  '1min': 15,
  '5min': 60,
  '15min': 180,
  '30min': 180,
  '60min': 730,
  '240min': 1460,
  '1D': null,
}
const PERIODS_STORED: readonly FeedPeriod[] = ['1min', '5min', '15min', '30min', '60min', '240min', '1D']

type CandleRow = typeof candle.$inferSelect

export interface StoredCandles {
  /** Ascending candles that start in [from, to]. */
  read(listing: Listing, period: FeedPeriod, range: { readonly from: number; readonly to: number }): StepCandle[]
  /** Stores candles, replacing existing ones. */
  put(listing: Listing, period: FeedPeriod, candles: readonly StepCandle[]): void
  /** A minute closed: it is added to every period. */
  closeMinute(listing: Listing, minute: StepCandle): void
  /** The exchange reports more volume for a closed minute. */
  addVolume(listing: Listing, minuteAt: number, lots: number): void
  /** Candles from before a split in the shares of after it, once: prices divided, volumes multiplied. */
  split(listing: Listing, split: Split & { readonly id: number }): void
  newestMinute(): number | null
  sweep(now: number): void
}

export function openStoredCandles(store: Store): StoredCandles {
  return {
    read: (listing, period, { from, to }) =>
      store
        .rows<CandleRow>(
          'SELECT * FROM candle WHERE symbol = ? AND period = ? AND at BETWEEN ? AND ? ORDER BY at',
          listing.symbol,
          period,
          from,
          to,
        )
        .flatMap((row) => readCandle(listing, row) ?? []),
    put(listing, period, candles) {
      store.runInTransaction(() => {
        for (const part of candles) write(store, listing, period, part)
      })
    },
    closeMinute(listing, minute) {
      store.runInTransaction(() => {
        for (const period of PERIODS_STORED) {
          const at = periodStart(period, minute.at)
          const whole = foldCandles(
            at,
            [find(store, listing, period, at), minute].filter((part) => part !== null),
          )
          if (whole) write(store, listing, period, whole)
        }
      })
    },
    addVolume(listing, minuteAt, lots) {
      store.runInTransaction(() => {
        for (const period of PERIODS_STORED) {
          const known = find(store, listing, period, periodStart(period, minuteAt))
          if (known) write(store, listing, period, { ...known, lots: known.lots + lots })
        }
      })
    },
    split: (listing, split) => splitCandles(store, listing, split),
    newestMinute: () =>
      store.first<{ at: number | null }>("SELECT max(at) AS at FROM candle WHERE period = '1min'")?.at ?? null,
    sweep(now) {
      for (const period of PERIODS_STORED) {
        const days = DAYS_KEPT[period]
        if (days !== null) store.run('DELETE FROM candle WHERE period = ? AND at < ?', period, now - days * DAY_MS)
      }
    },
  }
}

function splitCandles(
  store: Store,
  listing: Listing,
  { id, at, newShares, oldShares }: Split & { readonly id: number },
): void {
  store.runInTransaction(() => {
    if (store.first('SELECT id FROM split_taken WHERE id = ?', id)) return
    store.run('INSERT INTO split_taken (id) VALUES (?)', id)
    const price = (priceSteps: number): number => Math.max(1, Math.round((priceSteps * oldShares) / newShares))
    const before = (period: FeedPeriod): StepCandle[] =>
      store
        .rows<CandleRow>('SELECT * FROM candle WHERE symbol = ? AND period = ? AND at < ?', listing.symbol, period, at)
        .flatMap((row) => readCandle(listing, row) ?? [])
    for (const period of PERIODS_STORED) {
      for (const part of before(period)) {
        const { open, high, low, close, lots } = part
        const prices = { open: price(open), high: price(high), low: price(low), close: price(close) }
        write(store, listing, period, { ...part, ...prices, lots: Math.round((lots * newShares) / oldShares) })
      }
    }
    // The split's day began before it: it is rebuilt from minutes with the right prices on both sides.
    const day = periodStart('1D', at)
    const minutes = store
      .rows<CandleRow>(
        "SELECT * FROM candle WHERE symbol = ? AND period = '1min' AND at >= ? AND at < ? ORDER BY at",
        listing.symbol,
        day,
        day + DAY_MS,
      )
      .flatMap((row) => readCandle(listing, row) ?? [])
    const whole = day < at ? foldCandles(day, minutes) : null
    if (whole) write(store, listing, '1D', whole)
  })
}

function find(store: Store, listing: Listing, period: FeedPeriod, at: number): StepCandle | null {
  const row = store.first<CandleRow>(
    'SELECT * FROM candle WHERE symbol = ? AND period = ? AND at = ?',
    listing.symbol,
    period,
    at,
  )
  return row ? readCandle(listing, row) : null
}

function write(store: Store, listing: Listing, period: FeedPeriod, part: StepCandle): void {
  const { at, open, high, low, close, volume } = formatCandle(listing, part)
  store.run(
    'INSERT OR REPLACE INTO candle (symbol, period, at, open, high, low, close, volume) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    listing.symbol,
    period,
    at,
    open,
    high,
    low,
    close,
    volume,
  )
}

/** A candle as text on the listing's decimals; null when a number does not fit them. */
export function readCandle(listing: Listing, text: FeedCandle): StepCandle | null {
  const price = (decimal: string): number | null => parseSteps(decimal, listing.priceDecimals)
  const [open, high, low, close] = [price(text.open), price(text.high), price(text.low), price(text.close)]
  const lots = parseSteps(text.volume, listing.quantityDecimals)
  if (open === null || high === null || low === null || close === null || lots === null) return null
  return { at: text.at, open, high, low, close, lots }
}
