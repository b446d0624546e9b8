// Dead man's switch of programs: every open spot order is cancelled unless the switch is renewed in time.

import { MINUTE_MS } from './time'

/** Longest time until the switch fires, in ms. */
export const CANCEL_AFTER_MAX_MS = 60 * MINUTE_MS
