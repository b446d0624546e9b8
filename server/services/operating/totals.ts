// Stores what this isolate counted: one write for many requests. A failed write counts on in memory.

import { addTotals } from '#db/platform/operating'
import { putBack, takeCounted } from '#lib/counters'
import { SECOND_MS } from '#domain/time'

/** An isolate writes no more often. */
const PAUSE_MS = 15 * SECOND_MS

let storedAt = 0

/** Resolves at once while the pause lasts. */
export async function storeCountedSometimes(env: Pick<Env, 'DB'>, now: number): Promise<void> {
  if (now - storedAt < PAUSE_MS) return
  await storeCounted(env, now)
}

/** False when the directory did not take them. */
export async function storeCounted(env: Pick<Env, 'DB'>, now: number): Promise<boolean> {
  storedAt = now
  const counted = takeCounted()
  try {
    await addTotals(env.DB, counted)
    return true
  } catch {
    // Not logged: the line would be counted and stored in vain again. The next reading says that the directory takes no writes.
    putBack(counted)
    return false
  }
}
