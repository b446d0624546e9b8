// What a line of the last minutes is drawn from: one symbol's live prices as they are stored. No hash is computed for it.

import type { PricePoint } from '../protocol/quotes'
import type { Store } from '../lib/store'

/** The place of a symbol in a row's prices: a new one is added behind the others, so it is the same in every row. */
export function recentPrices(store: Store, place: number, from: number): PricePoint[] {
  if (place < 0) return []
  const rows = store.rows<{ at: number; prices: string }>(
    'SELECT at, prices FROM round WHERE at >= ? AND late_symbol IS NULL ORDER BY at, no',
    from,
  )
  return rows.flatMap(({ at, prices }) => {
    const [price = '-'] = (prices.split(' ')[place] ?? '-').split('@')
    // A published price has all the decimals of its pair.
    return price === '-' ? [] : [{ at, steps: parseInt(price.replace('.', ''), 10) }]
  })
}
