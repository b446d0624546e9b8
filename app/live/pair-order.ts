// Sort order of pair lists: by column or by the user's watchlist order. Pure; sorts by the quotes at call time, so a
// visible list does not reorder with every tick.

import { formatUnits } from '#domain/money/amount'
import { divideDown } from '#domain/money/rounding'
import type { Quote } from '#party/protocol/quotes'
import { unitsOf } from '../text/decimal-text'

export const SORT_KEYS = ['name', 'price', 'change', 'high', 'low', 'volume'] as const
export type SortKey = (typeof SORT_KEYS)[number]
type SortOrder = 'asc' | 'desc'

export interface Sort {
  readonly key: SortKey
  readonly order: SortOrder
}

interface Named {
  readonly symbol: string
  readonly base: { readonly id: number; readonly code: string }
}

type Quotes = ReadonlyMap<string, Quote>

/** At least the decimals of every price or quote. */
const DECIMALS = 12

/** Daily turnover in the quote asset at the last price; base volumes of different assets are not comparable. */
export function turnoverOf({ volume, price }: Pick<Quote, 'volume' | 'price'>): string {
  return formatUnits(
    divideDown(unitsOf(volume, DECIMALS) * unitsOf(price, DECIMALS), 10n ** BigInt(DECIMALS)),
    DECIMALS,
  )
}

/** Pairs without a quote come last in either direction. Equal pairs keep their order. */
export function sortPairs<Pair extends Named>(pairs: readonly Pair[], quotes: Quotes, { key, order }: Sort): Pair[] {
  const sign = order === 'asc' ? 1 : -1
  if (key === 'name') return [...pairs].sort((a, b) => sign * (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0))
  const weights = new Map(pairs.map(({ symbol }) => [symbol, weightOf(quotes.get(symbol), key)]))
  return [...pairs].sort((a, b) => {
    const [left, right] = [weights.get(a.symbol) ?? null, weights.get(b.symbol) ?? null]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return left < right ? -sign : left > right ? sign : 0
  })
}

function weightOf(quote: Quote | undefined, key: Exclude<SortKey, 'name'>): bigint | null {
  if (!quote) return null
  return unitsOf(key === 'volume' ? turnoverOf(quote) : quote[key], DECIMALS)
}

export type Move = 'gainers' | 'losers' | 'volume'

/** Top gainers, losers or most traded pairs; unchanged pairs count neither as gainers nor losers. */
export function movers<Pair extends Named>(pairs: readonly Pair[], quotes: Quotes, move: Move, most: number): Pair[] {
  if (move === 'volume') return sortPairs(pairs, quotes, { key: 'volume', order: 'desc' }).slice(0, most)
  const isGainers = move === 'gainers'
  const moved = pairs.filter(({ symbol }) => {
    const change = unitsOf(quotes.get(symbol)?.change ?? '0', DECIMALS)
    return isGainers ? change > 0n : change < 0n
  })
  return sortPairs(moved, quotes, { key: 'change', order: isGainers ? 'desc' : 'asc' }).slice(0, most)
}

/** Pairs of watched assets in watchlist order; pairs of one asset keep their order. */
export const watchedPairs = <Pair extends Named>(
  pairs: readonly Pair[],
  watches: readonly { readonly assetId: number }[],
): Pair[] => watches.flatMap(({ assetId }) => pairs.filter(({ base }) => base.id === assetId))

/** Copy of the list with one item moved; unchanged when an index is out of range. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  const others = items.filter((_, index) => index !== from)
  return [...others.slice(0, to), item, ...others.slice(to)]
}
