// Positions of own open orders on the chart: a line at the price, or an edge label when out of range. Pure.

import { trailOf } from '#domain/conditional/receipt'
import { type TriggerCause, trailTrigger } from '#domain/conditional/triggers'
import type { SpotOrderRow } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'

export interface OwnMark {
  readonly side: SpotOrderRow['side']
  /** "Buy 0.01". */
  readonly words: string
  /** "57,000.0". */
  readonly price: string
}

/** Current trigger prices of conditional orders, in steps; triggered orders are omitted. */
export const triggerLines = (
  rows: readonly ConditionalRow[],
): readonly { readonly row: ConditionalRow; readonly cause: TriggerCause; readonly priceSteps: number }[] =>
  rows
    .filter(({ state }) => state === 'live' || state === 'waiting')
    .flatMap((row) => {
      const trail = trailOf({ ...row, trailRate: row.trailRate === null ? null : BigInt(row.trailRate) })
      return (
        [
          ['stop', row.stopSteps],
          ['take_profit', row.profitSteps],
          ['trailing', trailTrigger({ ...row, trail })],
        ] as const
      ).flatMap(([cause, priceSteps]) => (priceSteps === null ? [] : [{ row, cause, priceSteps }]))
    })

/** Nearest mark beyond an edge, and the number of marks further out. */
interface EdgeMark {
  readonly mark: OwnMark
  readonly others: number
}

interface PlacedMarks {
  readonly lines: readonly { readonly mark: OwnMark; readonly y: number }[]
  readonly above: EdgeMark | null
  readonly below: EdgeMark | null
}

/**
 * Positions marks in a chart of `height` pixels. `ys`: heights of their prices, in the order of `marks`; the highest
 * price has the smallest value.
 */
export function placeMarks(marks: readonly OwnMark[], ys: readonly number[], height: number): PlacedMarks {
  const placed = marks.map((mark, index) => ({ mark, y: ys[index] ?? 0 }))
  const above = placed.filter(({ y }) => y < 0).sort((one, other) => other.y - one.y)
  const below = placed.filter(({ y }) => y > height).sort((one, other) => one.y - other.y)
  return {
    lines: placed.filter(({ y }) => y >= 0 && y <= height),
    above: edgeOf(above),
    below: edgeOf(below),
  }
}

function edgeOf(beyond: readonly { readonly mark: OwnMark }[]): EdgeMark | null {
  const [nearest, ...others] = beyond
  return nearest ? { mark: nearest.mark, others: others.length } : null
}

/** "▲ Sell 0.01 · 70,000.0 +2". */
export const edgeWords = (arrow: '▲' | '▼', { mark, others }: EdgeMark): string =>
  `${arrow} ${mark.words} · ${mark.price}${others > 0 ? ` +${others}` : ''}`
