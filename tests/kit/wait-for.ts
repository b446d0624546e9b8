// Waiting for a condition: as long as a busy machine may need, looked at every 50 ms.

import { vi } from 'vitest'

/** Repeats `look` until it does not throw and returns its value. `limits`: the timeout in ms, or it and the interval. */
export const waitFor = <Value>(
  look: () => Value | Promise<Value>,
  limits: number | { readonly timeout?: number; readonly interval?: number } = 20_000,
): Promise<Value> => vi.waitFor(look, limits)
