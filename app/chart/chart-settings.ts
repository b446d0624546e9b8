// Chart settings and drawings in browser storage; validated when read.

import { PERIODS, type Period } from '#party/protocol/quotes'
import { parseStored, readStored } from '../visitor/stored-text'
import { store } from './remembered'
import type { Numbers } from '../text/numbers'

/** Indicators over the candles, and indicators in separate panes. */
export const OVER_PRICE = ['MA', 'EMA', 'BOLL'] as const
const UNDER_PRICE = ['VOL', 'MACD', 'RSI', 'KDJ'] as const
export const INDICATORS = [...OVER_PRICE, ...UNDER_PRICE] as const
export type IndicatorName = (typeof INDICATORS)[number]

/** Height (px) of one of `count` indicator panes in a chart of `height`; the price pane takes the rest. */
export const paneHeight = (height: number, count: number): number =>
  Math.min(100, height * 0.3, (height * 0.45) / Math.max(1, count))

/** Selected indicators with their own pane. */
export const panesOf = (indicators: readonly IndicatorName[]): readonly IndicatorName[] =>
  indicators.filter((name) => (UNDER_PRICE as readonly string[]).includes(name))

/** Default periods of each indicator; empty for volume, whose averages are unreadable over small bars. */
const FIRST_PARAMETERS: Readonly<Record<IndicatorName, readonly number[]>> = {
  MA: [7, 25],
  EMA: [7, 25],
  BOLL: [20, 2],
  VOL: [],
  MACD: [12, 26, 9],
  RSI: [6, 14],
  KDJ: [9, 3, 3],
}
type Parameters = Readonly<Partial<Record<IndicatorName, readonly number[]>>>
export const PARAMETER_MAX = 500

export const parametersOf = (
  { parameters }: Pick<ChartSettings, 'parameters'>,
  name: IndicatorName,
): readonly number[] => parameters[name] ?? FIRST_PARAMETERS[name]

export interface ChartSettings {
  readonly period: Period
  readonly indicators: readonly IndicatorName[]
  /** Changed parameters only. */
  readonly parameters: Parameters
  readonly isLine: boolean
  /** Minutes east of UTC; null follows the visitor. */
  readonly zone: number | null
}

const FIRST_INDICATORS: readonly IndicatorName[] = ['MA', 'VOL']
const FIRST: ChartSettings = {
  period: '15min',
  indicators: FIRST_INDICATORS,
  parameters: {},
  isLine: false,
  zone: null,
}

export function readChartSettings(stored: unknown): ChartSettings {
  if (typeof stored !== 'object' || stored === null) return FIRST
  const { period, indicators, parameters, isLine, zone } = stored as Readonly<Record<keyof ChartSettings, unknown>>
  return {
    period: PERIODS.find((name) => name === period) ?? FIRST.period,
    indicators: Array.isArray(indicators) ? INDICATORS.filter((name) => indicators.includes(name)) : FIRST_INDICATORS,
    parameters: readParameters(parameters),
    isLine: isLine === true,
    zone: typeof zone === 'number' && Math.abs(zone) <= 14 * 60 ? zone : null,
  }
}

function readParameters(stored: unknown): Parameters {
  if (typeof stored !== 'object' || stored === null) return {}
  const known = stored as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    INDICATORS.flatMap((name) => {
      const values = known[name]
      return Array.isArray(values) && values.length === FIRST_PARAMETERS[name].length && values.every(isParameter)
        ? [[name, values]]
        : []
    }),
  )
}

export const isParameter = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= PARAMETER_MAX

/** Drawing tools, named as shapes of the chart library. */
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
  const stored = parseStored(readStored(keyOf(symbol)))
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

/** True when settings differ from the defaults or drawings exist, so that the tools module must load. */
export const hasOwnTools = ({ indicators, parameters, isLine }: ChartSettings, symbol: string): boolean =>
  isLine ||
  Object.keys(parameters).length > 0 ||
  indicators.join() !== FIRST_INDICATORS.join() ||
  (readStored(keyOf(symbol)) ?? '[]') !== '[]'

/** Numbers of the chart library's making, as the page's language writes them. Pure. */
export interface ChartFigures {
  readonly format: (value: string | number) => string
  readonly formatBigNumber: (value: string | number) => string
}

/** The chart passes shortened numbers on to `format`, hence the check for plain numbers. */
export const chartFigures = ({ decimal, compact }: Pick<Numbers, 'decimal' | 'compact'>): ChartFigures => {
  const written = (write: (plain: string) => string) => (value: string | number) =>
    /^-?\d+(?:\.\d+)?$/.test(String(value)) ? write(String(value)) : String(value)
  return { format: written(decimal), formatBigNumber: written(compact) }
}
