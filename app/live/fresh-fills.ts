// Which fills are news since they were looked at last. Pure.

import type { SpotFillRow } from '#party/protocol/account'

/** Both sides of a trade may be one account's, each with its own order. */
export const fillName = (fill: SpotFillRow): string => `${fill.symbol}:${fill.tradeNo}:${fill.orderNo}`

/**
 * Those of a list, newest first, above the one that was newest before. By name and not by count: a list that keeps only so many is
 * always as long as before. `lastSeen` is null when nothing was there.
 */
export function fillsSince(lastSeen: string | null, fills: readonly SpotFillRow[]): readonly SpotFillRow[] {
  const place = lastSeen === null ? -1 : fills.findIndex((fill) => fillName(fill) === lastSeen)
  return place === -1 ? fills : fills.slice(0, place)
}

export const newestName = (fills: readonly SpotFillRow[]): string | null => (fills[0] ? fillName(fills[0]) : null)
