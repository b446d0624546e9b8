// Futures history, newest first: loader data merged with channel updates. Pure.

import { isPartlyClosed } from '#domain/futures/life'
import type { FuturesHistoryRow, FuturesRow } from '#party/protocol/futures'
import type { FuturesState } from './account-state'

const isOver = ({ state }: Pick<FuturesRow, 'state'>): boolean => state === 'closed' || state === 'cancelled'

/**
 * History of one symbol. Ended rows are final, so the loader's row is kept: it contains closes from before the channel
 * opened.
 */
export function futuresHistory(
  received: FuturesState | undefined,
  drawn: readonly FuturesHistoryRow[],
  symbol: string,
): readonly FuturesHistoryRow[] {
  const rows = new Map(drawn.map((row) => [row.positionNo, row]))
  const receivedRows = received ? [...received.live, ...received.ended] : []
  for (const row of receivedRows) {
    const before = rows.get(row.positionNo)
    if (row.symbol !== symbol || !(isOver(row) || isPartlyClosed(row)) || (before && isOver(before))) continue
    const known = new Set(before?.closes.map(({ id }) => id))
    const closes =
      received?.closes.filter(({ positionNo, id }) => positionNo === row.positionNo && !known.has(id)) ?? []
    rows.set(row.positionNo, { ...row, closes: [...(before?.closes ?? []), ...closes] })
  }
  return [...rows.values()].sort((left, right) => right.positionNo - left.positionNo)
}
