// Stored live prices of one symbol, for a chart of the last minutes. Computes no hashes.

import type { PricePoint } from '../protocol/quotes'
import type { Store } from '../lib/store'

/** A symbol's index in a row's prices is fixed: new symbols are appended, so it is equal in every row. */
export function recentPrices(store: Store, place: number, from: number): PricePoint[] {
  if (place < 0) return []
  const rows = store.rows<{ at: number; prices: string }>(
    'SELECT at, prices FROM round WHERE at >= ? AND late_symbol IS NULL ORDER BY at, no',
    from,
  )
  return rows.flatMap(({ at, prices }) => {
    const price = priceIn(prices, place)
    // A published price has all decimals of its pair.
    return price === null ? [] : [{ at, priceSteps: parseInt(price.replace('.', ''), 10) }]
  })
}

function priceIn(prices: string, place: number): string | null {
  const [price = '-'] = (prices.split(' ')[place] ?? '-').split('@')
  return price === '-' ? null : price
}

const ROWS_PER_BATCH = 1_000

/** Newest round before an instant with a price of the symbol; null when no stored round has one. */
export function lastPricedRound(store: Store, place: number, before: number): number | null {
  if (place < 0) return null
  for (let until = before; ;) {
    const rows = store.rows<{ no: number; at: number; prices: string }>(
      'SELECT no, at, prices FROM round WHERE at < ? AND late_symbol IS NULL ORDER BY at DESC, no DESC LIMIT ?',
      until,
      ROWS_PER_BATCH,
    )
    const found = rows.find(({ prices }) => priceIn(prices, place) !== null)
    const last = rows.at(-1)
    if (found || !last) return found?.no ?? null
    until = last.at
  }
}
