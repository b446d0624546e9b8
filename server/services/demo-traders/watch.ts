// When demo traders act: in demo mode, at the request of a page, and through the minute while a page with live prices is open. Without such a page,
// the cost is one question to Quotes a minute.

import { logError } from '#lib/log-line'
import { SLOT_MS, slotOf } from '#domain/demo-traders'
import { HOUR_MS, MINUTE_MS } from '#domain/time'
import { isQuotesHeard } from '../quotes'
import { actInSlot, endPositions } from './acts'

const areDemoTradersOn = ({ DEMO_MODE, DEMO_TRADERS }: Pick<Env, 'DEMO_MODE' | 'DEMO_TRADERS'>): boolean =>
  DEMO_MODE === 'on' && DEMO_TRADERS === 'on'

/** Newest slot begun in this isolate. Another isolate may repeat it: the commands are the same. */
let begun = 0

/** Time at which this isolate last ended all of their positions; 0 after an act. */
let restedAt = 0

/** Acts in the slot of now, once. A failure is only logged, because no request waits for demo traders. */
export async function actSometimes(env: Env, now: number): Promise<void> {
  const slot = slotOf(now)
  if (!areDemoTradersOn(env) || slot <= begun) return
  begun = slot
  restedAt = 0
  try {
    await actInSlot(env, { slot, now })
  } catch (failure) {
    logError('demo traders', failure)
  }
}

/** A visitor who leaves for less finds the positions as they were. */
const REST_AFTER_MS = 30 * MINUTE_MS

/**
 * Ends positions some time after the last act, because an open one keeps prices running. Another isolate may have opened some, so this is
 * repeated once an hour.
 */
async function restSometimes(env: Env, now: number): Promise<void> {
  if (now - restedAt < HOUR_MS || now - begun * SLOT_MS < REST_AFTER_MS) return
  await endPositions(env, now)
  restedAt = now
}

interface Clock {
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
}

const CLOCK: Clock = {
  now: () => Date.now(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/** Acts in each slot until the next sweep while a page shows live prices, then rests. */
export async function actWhileHeard(env: Env, { now, pause }: Clock = CLOCK): Promise<void> {
  if (!areDemoTradersOn(env)) return
  const until = now() + MINUTE_MS - SLOT_MS
  while (await isQuotesHeard(env)) {
    await actSometimes(env, now())
    if (now() + SLOT_MS > until) return
    await pause(SLOT_MS)
  }
  await restSometimes(env, now())
}
