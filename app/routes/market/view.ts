// View of the market list from the query: tab, quote asset, sort order, search. Pure.

import type { WatchRow } from '#party/protocol/watchlist'
import { SORT_KEYS, type Sort, type SortKey } from '../../live/pair-order'
import type { ListedPair } from '../../text/listed-pair'

export const MARKET_TABS = ['watched', 'spot', 'stocks'] as const
type MarketTab = (typeof MARKET_TABS)[number]

export interface MarketView {
  readonly list: MarketTab
  /** Null shows pairs of every quote asset. */
  readonly quote: string | null
  /** Null leaves the catalogue's order, or the user's own. */
  readonly sort: Sort | null
  readonly isArranging: boolean
  readonly text: string
}

export function readView(query: URLSearchParams): MarketView {
  const key = SORT_KEYS.find((name) => name === query.get('sort'))
  const list = MARKET_TABS.find((name) => name === query.get('list')) ?? 'spot'
  return {
    list,
    quote: query.get('quote'),
    sort: key ? { key, order: query.get('order') === 'asc' ? 'asc' : 'desc' } : null,
    isArranging: list === 'watched' && query.get('edit') === '1',
    text: query.get('search') ?? '',
  }
}

/** Query with changes: omitted parameters stay, `null` removes one. */
export function queryWith(query: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return `?${next.toString()}`
}

/** Next sort of a column: numbers descending first, names ascending first; then reversed; then unsorted. */
export function nextSort(sort: Sort | null, key: SortKey): Sort | null {
  const first = key === 'name' ? 'asc' : 'desc'
  if (sort?.key !== key) return { key, order: first }
  return sort.order === first ? { key, order: first === 'asc' ? 'desc' : 'asc' } : null
}

/** Watchlist row during arrangement. */
export interface ArrangedRow {
  readonly watch: WatchRow
  /** The asset's first pair: its name and mark. */
  readonly pair: ListedPair
}
