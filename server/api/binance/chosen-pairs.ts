// The pairs that a request names: `symbol`, `symbols`, or all.

import * as v from 'valibot'
import type { Catalogue, Pair } from '#domain/catalogue'
import { findNamed, pairsOf } from './endpoint'
import { type FaultOr, failed, succeed } from './fault'
import { symbolName } from './parameters'

/** '["BTCUSDT","ETHUSDT"]'. */
const symbolList = v.pipe(
  v.string(),
  v.regex(/^\["[A-Z0-9]+"(?:,"[A-Z0-9]+")*\]$/),
  v.transform((text) => text.slice(2, -2).split('","')),
)
export const some = v.object({ symbol: v.optional(symbolName), symbols: v.optional(symbolList) })

/** Pairs that are named, or all. */
export function choose(
  catalogue: Catalogue,
  { symbol, symbols }: v.InferOutput<typeof some>,
): FaultOr<readonly Pair[]> {
  if (symbol !== undefined && symbols !== undefined) return failed(-1128, 'Combination of optional parameters invalid.')
  const names = symbol === undefined ? symbols : [symbol]
  if (!names) return succeed(pairsOf(catalogue))
  // Each name costs readings of its Market.
  if (new Set(names).size < names.length) return failed(-1151, 'Symbol is present multiple times in the list.')
  const found: Pair[] = []
  for (const name of names) {
    const pair = findNamed(catalogue, name)
    if (!pair.ok) return pair
    found.push(pair.value)
  }
  return succeed(found)
}

/** One object for `symbol`, a list otherwise. */
export const asAsked = ({ symbol }: v.InferOutput<typeof some>, rows: readonly unknown[]): FaultOr<unknown> =>
  succeed(symbol === undefined ? rows : rows[0])
