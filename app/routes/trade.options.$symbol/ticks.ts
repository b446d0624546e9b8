// Line of the last ticks with the visitor's orders, in percent of the picture's width and height. Pure.

import { MINUTE_MS, SECOND_MS } from '#domain/time'
import type { OptionRow } from '#party/protocol/options'
import type { PricePoint } from '#party/protocol/quotes'

/** Visible past (ms) without running orders; a longer running order extends it to before its entry. */
const SHOWN_MS = 3 * MINUTE_MS
const TICKS_SHOWN_MS = 10 * MINUTE_MS
const BEFORE_ENTRY_MS = 5 * SECOND_MS
/** Space right of the newest tick, as a fraction of the visible range. */
const MARGIN = 0.06
const [TOP, BOTTOM] = [8, 88]
const ENDED_SHOWN = 5

interface Spot {
  readonly x: number
  readonly y: number
}

export interface TickView {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
  /** Left to right; the last one is the newest tick. */
  readonly line: readonly Spot[]
  readonly running: readonly {
    readonly row: OptionRow
    readonly entry: Spot
    /** Null while the end time is beyond the visible range. */
    readonly dueX: number | null
    /** Vertical position of the label: near the line, without overlapping other labels. */
    readonly wordsY: number
  }[]
  readonly ended: readonly {
    readonly row: OptionRow
    /** Null before the visible range. */
    readonly entry: Spot | null
    readonly exit: Spot
    /** Vertical position of the result, apart from other results. */
    readonly wordsY: number
  }[]
}

/** Merges points: one price per second, without points older than the visible range. */
export function joinTicks(known: readonly PricePoint[], more: readonly PricePoint[]): readonly PricePoint[] {
  const ticks = [...new Map([...known, ...more].map((tick) => [tick.at, tick])).values()].sort(
    (one, other) => one.at - other.at,
  )
  const newest = ticks.at(-1)?.at ?? 0
  return ticks.filter(({ at }) => at > newest - TICKS_SHOWN_MS)
}

/** Start time of the visible range, given the running orders. */
export const shownFrom = (running: readonly Pick<OptionRow, 'entryAt'>[], now: number): number =>
  Math.max(
    now - TICKS_SHOWN_MS,
    Math.min(now - SHOWN_MS, ...running.flatMap(({ entryAt }) => (entryAt === null ? [] : entryAt - BEFORE_ENTRY_MS))),
  )

interface TickFacts {
  readonly ticks: readonly PricePoint[]
  /** Of this pair. */
  readonly live: readonly OptionRow[]
  readonly ended: readonly OptionRow[]
  readonly now: number
}

/** Null with fewer than two ticks, which form no line. */
export function viewTicks({ ticks, live, ended, now }: TickFacts): TickView | null {
  const from = shownFrom(live, now)
  const shown = ticks.filter(({ at }) => at >= from)
  if (shown.length < 2) return null
  const newest = Math.max(now, shown.at(-1)?.at ?? now)
  const begun = live.flatMap((row) =>
    row.entryAt === null || row.entrySteps === null || row.dueAt === null ? [] : [row],
  )
  // The future part is at most as wide as the past part.
  const ahead = Math.min(newest - from, Math.max(0, ...begun.map(({ dueAt }) => (dueAt ?? 0) - newest)))
  const to = newest + ahead + (newest - from) * MARGIN
  const prices = [...shown.map((tick) => tick.priceSteps), ...begun.map(({ entrySteps }) => entrySteps ?? 0)]
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const isFlat = lowest === highest
  const [low, high] = isFlat ? [lowest - 1, highest + 1] : [lowest, highest]
  const x = (at: number) => (Math.max(0, at - from) / (to - from)) * 100
  const y = (price: number) => BOTTOM - ((price - low) / (high - low)) * (BOTTOM - TOP)
  const spot = (at: number | null, price: number | null): Spot => ({ x: x(at ?? from), y: y(price ?? low) })
  const entries = begun.map((row) => ({ row, entry: spot(row.entryAt, row.entrySteps) }))
  const words = spread(entries.map(({ entry }) => entry.y))
  const exits = ended
    .filter(({ exitAt, exitSteps, entrySteps }) => (exitAt ?? 0) > from && exitSteps !== null && entrySteps !== null)
    .slice(0, ENDED_SHOWN)
    .map((row) => ({ row, exit: spot(row.exitAt, row.exitSteps) }))
  const results = spread(exits.map(({ exit }) => exit.y))
  return {
    from,
    to,
    low,
    high,
    line: shown.map((tick) => spot(tick.at, tick.priceSteps)),
    running: entries.map(({ row, entry }, index) => ({
      row,
      entry,
      dueX: (row.dueAt ?? 0) <= to ? x(row.dueAt ?? 0) : null,
      wordsY: words[index] ?? entry.y,
    })),
    ended: exits.map(({ row, exit }, index) => ({
      row,
      entry: (row.entryAt ?? 0) < from ? null : spot(row.entryAt, row.entrySteps),
      exit,
      wordsY: results[index] ?? exit.y,
    })),
  }
}

/** Label heights spread apart for legibility, in top to bottom order. */
function spread(heights: readonly number[]): readonly number[] {
  const gap = Math.min(9, (BOTTOM - TOP) / Math.max(1, heights.length - 1))
  const order = heights.map((_, index) => index).sort((one, other) => (heights[one] ?? 0) - (heights[other] ?? 0))
  const placed = [...heights]
  let least = -Infinity
  for (const index of order) {
    placed[index] = least = Math.max(least, placed[index] ?? 0)
    least += gap
  }
  let most = BOTTOM
  for (const index of order.toReversed()) {
    placed[index] = most = Math.min(most, placed[index] ?? 0)
    most -= gap
  }
  return placed
}
