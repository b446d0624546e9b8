// Which fills are news since they were looked at last. Pure.

import type { FillRow } from '#party/protocol/account'

const nameOf = (fill: FillRow): string => `${fill.symbol}:${fill.tradeNo}:${fill.orderNo}`

/**
 * Those of a list, newest first, above the one that was newest before. By name and not by count: a list that keeps only so many is
 * always as long as before. `lastSeen` is null when nothing was there.
 */
export function fillsSince(lastSeen: string | null, fills: readonly FillRow[]): readonly FillRow[] {
  const place = lastSeen === null ? -1 : fills.findIndex((fill) => nameOf(fill) === lastSeen)
  return place === -1 ? fills : fills.slice(0, place)
}

export const newestName = (fills: readonly FillRow[]): string | null => (fills[0] ? nameOf(fills[0]) : null)
