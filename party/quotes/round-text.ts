// How the prices of a round are written into its row.

import type { Tick } from '#domain/quotes/chain'

export function pricesText(order: readonly string[], ticks: readonly Tick[], source: string): string {
  const bySymbol = new Map(ticks.map((tick) => [tick.symbol, tick]))
  return order
    .map((symbol) => {
      const tick = bySymbol.get(symbol)
      if (!tick) return '-'
      return tick.source === source ? tick.price : `${tick.price}@${tick.source}`
    })
    .join(' ')
}

/** Most frequent source of a round's ticks, which is written only once. */
export function commonSource(ticks: readonly Tick[]): string {
  const counts = new Map<string, number>()
  for (const tick of ticks) counts.set(tick.source, (counts.get(tick.source) ?? 0) + 1)
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0] ?? ''
}
