// A pair as lists know it, and whether a text typed into a search means it: full-width letters, case, spaces, what holds a Thai word
// together (thai-words.server.ts) and the way in which a pair is written do not matter.

import type { Asset, Pair } from '#domain/catalogue'

/** A pair as lists show it. */
export interface ListedPair {
  readonly symbol: string
  readonly base: Pick<Asset, 'id' | 'code' | 'name' | 'logo'>
  readonly quoteCode: string
}

/** What a list needs of a pair, and no more of it. */
export const listedPair = ({ symbol, base: { id, code, name, logo }, quote }: Pair): ListedPair => ({
  symbol,
  base: { id, code, name, logo },
  quoteCode: quote.code,
})

/** How two texts are compared. */
export const searchable = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u200b\u2060]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

interface Named {
  readonly symbol: string
  readonly base: { readonly code: string; readonly name: string }
}

/** "eth", "ETH/USDT", "eth usdt", "ethusdt" and "Ethereum" all find ETH-USDT. An empty text finds everything. */
export function matchesPair({ symbol, base }: Named, text: string): boolean {
  const wanted = searchable(text)
  const joined = wanted.replace(/[\s/_-]/g, '')
  return searchable(base.name).includes(wanted) || (joined !== '' && compact(symbol).includes(joined))
}

const compact = (symbol: string): string => symbol.toLowerCase().replace('-', '')

/** Pairs that a text finds, the likeliest first: the code itself, codes that begin so, then the rest as they stood. */
export function findPairs<Found extends Named>(pairs: readonly Found[], text: string): Found[] {
  const wanted = searchable(text).replace(/[\s/_-]/g, '')
  const rank = ({ symbol, base }: Found): number => {
    const code = base.code.toLowerCase()
    if (code === wanted || compact(symbol) === wanted) return 0
    return compact(symbol).startsWith(wanted) || searchable(base.name).startsWith(searchable(text)) ? 1 : 2
  }
  return pairs.filter((pair) => matchesPair(pair, text)).sort((a, b) => rank(a) - rank(b))
}

export const matchesText = (text: string, wanted: string): boolean => searchable(text).includes(searchable(wanted))
