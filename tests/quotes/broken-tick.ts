// What anybody can do with published ticks: check that none was changed, dropped or slipped in.

import { type Digest, type Tick, tickText } from '#domain/quotes/chain'

/** The first of consecutive ticks that does not follow from the one before it, or null when all do. */
export function findBrokenTick(ticks: readonly Tick[], digest: Digest): Tick | null {
  const broken = ticks.find((tick, index) => {
    const before = ticks[index - 1]
    const follows = before === undefined || (tick.seq === before.seq + 1 && tick.previousHash === before.hash)
    return !follows || tick.hash !== digest(tickText(tick))
  })
  return broken ?? null
}
