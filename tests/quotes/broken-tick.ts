// Public check of published ticks: none was changed, dropped or inserted.

import { type Digest, type Tick, tickText } from '#domain/quotes/chain'

/** First tick whose hash doesn't chain to the previous tick; null for an intact chain. */
export function findBrokenTick(ticks: readonly Tick[], digest: Digest): Tick | null {
  const broken = ticks.find((tick, index) => {
    const before = ticks[index - 1]
    const follows = before === undefined || (tick.seq === before.seq + 1 && tick.previousHash === before.hash)
    return !follows || tick.hash !== digest(tickText(tick))
  })
  return broken ?? null
}
