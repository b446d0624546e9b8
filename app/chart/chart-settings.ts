// How a visitor likes the chart, and what was drawn on it; kept by the browser, read with distrust.

import { PERIODS, type Period } from '#party/protocol/quotes'
import { parseKept, readKept } from '../visitor/kept'
import { store } from './remembered'
import type { Numbers } from '../text/numbers'

/** Over the candles, and in panes of their own. */
export const OVER_PRICE = ['MA', 'EMA', 'BOLL'] as const
export const UNDER_PRICE = ['VOL', 'MACD', 'RSI', 'KDJ'] as const
export const INDICATORS = [...OVER_PRICE, ...UNDER_PRICE] as const
export type IndicatorName = (typeof INDICATORS)[number]

/** Of these, those that have a pane. */
export const panesOf = (indicators: readonly IndicatorName[]): readonly IndicatorName[] =>
  indicators.filter((name) => (UNDER_PRICE as readonly string[]).includes(name))

export interface ChartSettings {
  readonly period: Period
  readonly indicators: readonly IndicatorName[]
  readonly isLine: boolean
  /** Minutes east of UTC; null follows the visitor. */
  readonly zone: number | null
}

export const FIRST_INDICATORS: readonly IndicatorName[] = ['MA', 'VOL']
const FIRST: ChartSettings = { period: '15min', indicators: FIRST_INDICATORS, isLine: false, zone: null }

export function readChartSettings(stored: unknown): ChartSettings {
  if (typeof stored !== 'object' || stored === null) return FIRST
  const { period, indicators, isLine, zone } = stored as Readonly<Record<keyof ChartSettings, unknown>>
  return {
    period: PERIODS.find((name) => name === period) ?? FIRST.period,
    indicators: Array.isArray(indicators) ? INDICATORS.filter((name) => indicators.includes(name)) : FIRST_INDICATORS,
    isLine: isLine === true,
    zone: typeof zone === 'number' && Math.abs(zone) <= 14 * 60 ? zone : null,
  }
}

/** Tools of the chart; the library has shapes of these names. */
export const DRAWINGS = [
  'segment',
  'rayLine',
  'straightLine',
  'horizontalStraightLine',
  'verticalStraightLine',
  'priceChannelLine',
  'fibonacciLine',
  'priceLine',
] as const
export type DrawingName = (typeof DRAWINGS)[number]

export interface Drawing {
  readonly name: DrawingName
  readonly points: readonly { readonly timestamp: number; readonly value: number }[]
}

const DRAWINGS_MAX = 100
const keyOf = (symbol: string): string => `cm_drawings:${symbol}`

export function readDrawings(symbol: string): readonly Drawing[] {
  const stored = parseKept(readKept(keyOf(symbol)))
  return Array.isArray(stored) ? stored.flatMap(readDrawing).slice(0, DRAWINGS_MAX) : []
}

export const keepDrawings = (symbol: string, drawings: readonly Drawing[]): void =>
  store(keyOf(symbol), drawings.slice(-DRAWINGS_MAX))

function readDrawing(stored: unknown): Drawing[] {
  if (typeof stored !== 'object' || stored === null) return []
  const { name, points } = stored as { name?: unknown; points?: unknown }
  const known = DRAWINGS.find((tool) => tool === name)
  if (!known || !Array.isArray(points)) return []
  const read = points.filter(isPoint)
  return read.length === points.length && read.length > 0 ? [{ name: known, points: read }] : []
}

const isPoint = (point: unknown): point is Drawing['points'][number] =>
  typeof point === 'object' &&
  point !== null &&
  Number.isFinite((point as { timestamp?: unknown }).timestamp) &&
  Number.isFinite((point as { value?: unknown }).value)

/** Whether the chart is other than as it is made, so that what changes it has to be loaded. */
export const hasOwnTools = ({ indicators, isLine }: ChartSettings, symbol: string): boolean =>
  isLine || indicators.join() !== FIRST_INDICATORS.join() || (readKept(keyOf(symbol)) ?? '[]') !== '[]'

/** Numbers of the chart library's making, as the page's language writes them. Pure. */
export interface ChartFigures {
  readonly format: (value: string | number) => string
  readonly formatBigNumber: (value: string | number) => string
}

/** What was shortened is passed on to `format`, and is no plain number any more. */
export const chartFigures = ({ decimal, compact }: Pick<Numbers, 'decimal' | 'compact'>): ChartFigures => {
  const written = (write: (plain: string) => string) => (value: string | number) =>
    /^-?\d+(?:\.\d+)?$/.test(String(value)) ? write(String(value)) : String(value)
  return { format: written(decimal), formatBigNumber: written(compact) }
}
