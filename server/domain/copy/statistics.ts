// Statistics of a trader's closed trades. The trader's room updates the sums with each trade; summing the public log gives the same result.

import { type Amount, ZERO, add, amount, maximum, subtract } from '../money/amount'
import { RATE_ONE } from '../money/rate'
import { divideHalfEven } from '../money/rounding'
import { DAY_MS } from '../time'
import { weekOf } from './terms'

/** One ended trade of the log. Amounts in the quote's smallest unit. */
export interface EndedTrade {
  readonly direction: 'long' | 'short'
  /** Won, or lost when negative, all costs taken off. */
  readonly net: Amount
  /** At its opening. */
  readonly margin: Amount
  readonly openedAt: number
  readonly endedAt: number
}

export interface TradeSums {
  readonly net: Amount
  readonly margins: Amount
  readonly ended: number
  readonly won: number
  readonly long: number
  readonly heldMs: number
  /** The highest that `net` ever stood, zero at the beginning; and the largest fall from such a height. */
  readonly peak: Amount
  readonly drawdown: Amount
}

export const NO_TRADES: TradeSums = {
  net: ZERO,
  margins: ZERO,
  ended: 0,
  won: 0,
  long: 0,
  heldMs: 0,
  peak: ZERO,
  drawdown: ZERO,
}

/** Trades are added in order of closing. */
export function addTrade(sums: TradeSums, trade: EndedTrade): TradeSums {
  const net = add(sums.net, trade.net)
  const peak = maximum(sums.peak, net)
  return {
    net,
    margins: add(sums.margins, trade.margin),
    ended: sums.ended + 1,
    won: sums.won + (trade.net > 0n ? 1 : 0),
    long: sums.long + (trade.direction === 'long' ? 1 : 0),
    heldMs: sums.heldMs + trade.endedAt - trade.openedAt,
    peak,
    drawdown: maximum(sums.drawdown, subtract(peak, net)),
  }
}

/** Closed trades of one UTC day. */
export interface DaySum {
  readonly day: number
  readonly net: Amount
}

export const dayOf = (at: number): number => Math.floor(at / DAY_MS)

export interface Statistics {
  readonly profit: Amount
  /** Profit over all margins, and winning share of all trades, in units of 1e-8. */
  readonly returnRate: bigint
  readonly accuracy: bigint
  readonly ended: number
  readonly won: number
  readonly long: number
  readonly short: number
  readonly yesterday: Amount
  /** Weekly, oldest first, including the current week: profit in the week, and total up to its end. */
  readonly weeks: readonly { readonly week: number; readonly net: Amount; readonly total: Amount }[]
  readonly drawdown: Amount
  readonly heldMsMean: number
}

/** Most weeks in the chart. */
const WEEKS_MAX = 104

export function statisticsOf(sums: TradeSums, days: readonly DaySum[], now: number): Statistics {
  const part = (of: bigint, all: bigint): bigint => (all === 0n ? 0n : divideHalfEven(of * RATE_ONE, all))
  const ended = BigInt(sums.ended)
  return {
    profit: sums.net,
    returnRate: part(sums.net, sums.margins),
    accuracy: part(BigInt(sums.won), ended),
    ended: sums.ended,
    won: sums.won,
    long: sums.long,
    short: sums.ended - sums.long,
    yesterday: days.find(({ day }) => day === dayOf(now) - 1)?.net ?? ZERO,
    weeks: weeksOf(days, now),
    drawdown: sums.drawdown,
    heldMsMean: sums.ended === 0 ? 0 : Math.round(sums.heldMs / sums.ended),
  }
}

function weeksOf(days: readonly DaySum[], now: number): Statistics['weeks'] {
  const nets = new Map<number, Amount>()
  for (const { day, net } of days) {
    const week = weekOf(day * DAY_MS)
    nets.set(week, add(nets.get(week) ?? ZERO, net))
  }
  if (nets.size === 0) return []
  const weeks: { week: number; net: Amount; total: Amount }[] = []
  let total = ZERO
  for (let week = Math.min(...nets.keys()); week <= weekOf(now); week += 1) {
    const net = nets.get(week) ?? ZERO
    total = add(total, net)
    weeks.push({ week, net, total })
  }
  return weeks.slice(-WEEKS_MAX)
}

/** Same statistics from the whole log, ordered by closing time. */
export function statisticsOfLog(log: readonly EndedTrade[], now: number): Statistics {
  const days = new Map<number, Amount>()
  for (const { endedAt, net } of log) days.set(dayOf(endedAt), add(days.get(dayOf(endedAt)) ?? ZERO, net))
  const rows = Array.from(days, ([day, net]) => ({ day, net }))
  return statisticsOf(log.reduce(addTrade, NO_TRADES), rows, now)
}

export interface CurvePoint {
  /** UTC day. */
  readonly day: number
  /** Profit of all trades closed until midnight UTC. */
  readonly total: Amount
}

/** Profit day by day: from zero on the day before the first ended trade up to today. Empty without one. */
export function curveOf(days: readonly DaySum[], now: number): CurvePoint[] {
  const nets = new Map(days.map(({ day, net }) => [day, net]))
  if (nets.size === 0) return []
  const first = Math.min(...nets.keys())
  const points: CurvePoint[] = [{ day: first - 1, total: ZERO }]
  let total = ZERO
  for (let day = first; day <= dayOf(now); day += 1) {
    total = add(total, nets.get(day) ?? ZERO)
    points.push({ day, total })
  }
  return points
}

export interface LinePoint {
  readonly at: number
  readonly total: Amount
}

export type LineTrade = Pick<EndedTrade, 'openedAt' | 'endedAt' | 'net'>

/** Logs up to this many days are drawn trade by trade. */
export const LINE_DAYS_MAX = 7

/** Profit up to `now`: trade by trade where `trades` gives the whole log in order of closing, else day by day. */
export function lineOf(days: readonly DaySum[], trades: readonly LineTrade[] | null, now: number): LinePoint[] {
  if (!trades) return curveOf(days, now).map(({ day, total }) => ({ at: day * DAY_MS, total }))
  const [first] = trades
  if (!first) return []
  const points: LinePoint[] = [{ at: first.openedAt, total: ZERO }]
  let total = ZERO
  for (const { endedAt, net } of trades) {
    total = add(total, net)
    points.push({ at: endedAt, total })
  }
  return [...points, { at: now, total }]
}

/** At most `count` of the points, evenly apart, with the first and the last. */
export function thinned<Point>(points: readonly Point[], count: number): Point[] {
  if (points.length <= count) return [...points]
  const step = (points.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, place) => points[Math.round(place * step)]).filter(
    (point) => point !== undefined,
  )
}

/** Ended copies of all followers: their number, those with a profit, and their profit after costs, before the profit share. */
export interface CopySums {
  readonly copies: number
  readonly copiesWon: number
  readonly copiesNet: Amount
}

export const NO_COPIES: CopySums = { copies: 0, copiesWon: 0, copiesNet: ZERO }

export const addCopy = ({ copies, copiesWon, copiesNet }: CopySums, net: Amount): CopySums => ({
  copies: copies + 1,
  copiesWon: copiesWon + (net > 0n ? 1 : 0),
  copiesNet: add(copiesNet, net),
})

/** How much worse a copy's price is than the trader's, in units of 1e-8 of it; negative when better. */
export function slippageOf(direction: 'long' | 'short', trader: number, copy: number): bigint {
  const worse = direction === 'long' ? copy - trader : trader - copy
  return amount(divideHalfEven(BigInt(worse) * RATE_ONE, BigInt(trader)))
}

/** A trader's figures in lists, with the revision of the trader's room. */
export type ShownTrader = Pick<Statistics, 'profit' | 'returnRate' | 'accuracy' | 'drawdown' | 'ended'> &
  CopySums & {
    readonly revision: number
    readonly followers: number
    /** Total profit over time, at most `CURVE_POINTS`. */
    readonly curve: readonly string[]
  }

export const CURVE_POINTS = 30
