// Pair data of lists, and search matching that ignores how the pair is written.

import type { Asset, Pair } from '#domain/catalogue'
import { fold, matchesText } from './match'

/** A pair as lists show it. */
export interface ListedPair {
  readonly symbol: string
  readonly base: Pick<Asset, 'id' | 'code' | 'name' | 'logo'>
  readonly quoteCode: string
  readonly isShare: boolean
}

/** Fields of a pair for list pages. */
export const listedPair = ({ symbol, base: { id, code, name, logo }, quote, stock }: Pair): ListedPair => ({
  symbol,
  base: { id, code, name, logo },
  quoteCode: quote.code,
  isShare: stock !== undefined,
})

interface Named {
  readonly symbol: string
  readonly base: { readonly code: string; readonly name: string }
}

/** "eth", "ETH/USDT", "eth usdt", "ethusdt" and "Ethereum" all find ETH-USDT. An empty text finds everything. */
export function matchesPair({ symbol, base }: Named, text: string): boolean {
  const joined = compact(text)
  return (
    matchesText(base.name, text) ||
    (joined !== '' && [symbol, base.code].some((name) => compact(name).includes(joined)))
  )
}

const compact = (symbol: string): string => fold(symbol).replace(/[\s/_-]/g, '')

/** Pairs matching a text, best match first: exact code or symbol, then symbols or names with that prefix, then others in list order. */
export function findPairs<Found extends Named>(pairs: readonly Found[], text: string): Found[] {
  const wanted = compact(text)
  const rank = ({ symbol, base }: Found): number => {
    if (compact(base.code) === wanted || compact(symbol) === wanted) return 0
    return compact(symbol).startsWith(wanted) || fold(base.name).startsWith(fold(text)) ? 1 : 2
  }
  return pairs.filter((pair) => matchesPair(pair, text)).sort((a, b) => rank(a) - rank(b))
}
