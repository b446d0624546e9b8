// How long a price is in force, and when the next round of prices can be read: rounds are published at the start of a second.

import { SECOND_MS } from '../time'

/** A real feed's price stays in force this long after its tick: one or two missed seconds are no gap. */
export const IN_FORCE_MS = 10_000
/** Retry pause for an unpublished round. */
export const ROUND_RETRY_MS = 50
/** A timer may ring slightly early. */
const LATE_MS = 2

/** Earliest time to read the first round at or after an instant. */
export const nextRoundAt = (from: number): number => Math.ceil(from / SECOND_MS) * SECOND_MS + LATE_MS
