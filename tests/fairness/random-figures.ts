// Random figures for receipts, the same numbers in every run.

import { type Tick, chainTick } from '#domain/quotes/chain'
import { HASHING } from '../kit/hashing'

let state = 7
export const below = (limit: number): number => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
}
export const between = (low: number, high: number): number => low + below(high - low + 1)
export const oneOf = <const Item>(...items: readonly Item[]): Item => {
  const item = items[below(items.length)]
  if (item === undefined) throw new Error('there is one')
  return item
}
export const text = (value: bigint | number): string => String(value)

/** Ticks in the order of time, chained. */
export function ticksOf(symbol: string, prices: readonly (readonly [at: number, price: string])[]): Tick[] {
  const ticks: Tick[] = []
  for (const [at, price] of prices)
    ticks.push(chainTick(ticks.at(-1), { symbol, at, price, source: 'binance+kraken' }, HASHING.sha256))
  return ticks
}

export const AT = 1_800_000_000_000
