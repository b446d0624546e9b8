// For how long a button that sends a code counts down after a refusal.

import type { Refusal } from '#domain/outcome'

/** Longer waits than this are told in words; a button that counts them down would say nothing. */
const WAIT_SECONDS_MAX = 60

export function waitSecondsOf({ facts }: Refusal): number {
  const seconds = Number(facts['seconds'] ?? 0)
  return seconds <= WAIT_SECONDS_MAX ? seconds : 0
}
