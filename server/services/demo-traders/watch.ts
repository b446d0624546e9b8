// When demo traders act: in demo mode, at the request of a page, and through the minute while a page with live prices is open. Nobody looking
// costs one question to Quotes a minute.

import { logError } from '#lib/log-line'
import { SLOT_MS, slotOf } from '#domain/demo-traders'
import { MINUTE_MS } from '#domain/time'
import { isQuotesHeard } from '../quotes'
import { actInSlot } from './acts'

export const areDemoTradersOn = ({ DEMO_MODE, DEMO_TRADERS }: Pick<Env, 'DEMO_MODE' | 'DEMO_TRADERS'>): boolean =>
  DEMO_MODE === 'on' && DEMO_TRADERS === 'on'

/** Newest slot begun in this isolate. Another isolate may repeat it: the commands are the same. */
let begun = 0

/** Acts in the slot of now, once. A failure is logged: nobody waits for demo traders. */
export async function actSometimes(env: Env, now: number): Promise<void> {
  const slot = slotOf(now)
  if (!areDemoTradersOn(env) || slot <= begun) return
  begun = slot
  try {
    await actInSlot(env, { slot, now })
  } catch (failure) {
    logError('demo traders', failure)
  }
}

interface Clock {
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
}

const CLOCK: Clock = {
  now: () => Date.now(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/** Slot after slot until the next sweep, while somebody looks. */
export async function actWhileHeard(env: Env, { now, pause }: Clock = CLOCK): Promise<void> {
  if (!areDemoTradersOn(env)) return
  const until = now() + MINUTE_MS - SLOT_MS
  while (await isQuotesHeard(env)) {
    await actSometimes(env, now())
    if (now() + SLOT_MS > until) return
    await pause(SLOT_MS)
  }
}
