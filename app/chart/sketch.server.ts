// Sketch of the day's candles, for the time until the chart library draws them: same bars, averages and scale as the
// library's first picture. The server cannot know how many bars fit, so the sketch has the scale of each width.
// Prices become floats here, because they are pixels.

import type { Candle } from '#party/protocol/quotes'
import { BAR_WIDTH, type ChartSketch, SKETCH_COUNTS } from './sketch'

/** Height of the drawing in its own units. */
const HEIGHT = 1000
const AVERAGES = [7, 25] as const

interface Bar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Null without candles. */
export function sketchOf(candles: readonly Candle[] | null): ChartSketch | null {
  const bars = (candles ?? []).map(toBar)
  const last = bars.at(-1)
  if (!last || !Number.isFinite(last.close)) return null
  const averages = AVERAGES.map((count) => averageOf(bars, count))
  const whole = boundsOf(bars, averages, bars.length)
  const y = (price: number) => Math.round(((whole.high - price) / (whole.high - whole.low || 1)) * HEIGHT)
  const volumeY = (volume: number) => Math.round((1 - volume / (whole.volume || 1)) * HEIGHT)
  const paths = (isUp: boolean, draw: (bar: Bar, x: number) => string) =>
    bars.map((bar, index) => (bar.close >= bar.open === isUp ? draw(bar, middleOf(index)) : '')).join('')
  const candle = ({ open, high, low, close }: Bar, x: number) => {
    const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))]
    return `M${x} ${y(high)}V${y(low)}M${x - 3} ${top}h7V${bottom}h-7z`
  }
  const column = ({ volume }: Bar, x: number) => `M${x - 3} ${volumeY(volume)}h7V${HEIGHT}h-7z`
  return {
    count: bars.length,
    candles: { up: paths(true, candle), down: paths(false, candle) },
    volumes: { up: paths(true, column), down: paths(false, column) },
    averages: averages.map((values) =>
      values.flatMap((value, index) => (value === null ? [] : [`${middleOf(index)},${y(value)}`])).join(' '),
    ),
    views: SKETCH_COUNTS.map((count) => {
      const { high, low, volume } = boundsOf(bars, averages, count)
      const scale = HEIGHT / (y(low) - y(high) || HEIGHT)
      return {
        price: `translateY(${((-y(high) / HEIGHT) * scale * 100).toFixed(1)}%) scaleY(${scale.toFixed(3)})`,
        volume: `scaleY(${((whole.volume || 1) / (volume || 1)).toFixed(3)})`,
      }
    }),
  }
}

const toBar = ({ open, high, low, close, volume }: Candle): Bar => ({
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: Number(volume),
})

const middleOf = (index: number): number => index * BAR_WIDTH + BAR_WIDTH / 2

/** Moving average of closes at each bar; null where too few bars precede it. */
function averageOf(bars: readonly Bar[], count: number): readonly (number | null)[] {
  return bars.map((_, index) => {
    const closes = bars.slice(index + 1 - count, index + 1)
    return index + 1 < count ? null : closes.reduce((sum, { close }) => sum + close, 0) / count
  })
}

/** Range of the newest `count` bars and their averages, as the library scales them. */
function boundsOf(bars: readonly Bar[], averages: readonly (readonly (number | null)[])[], count: number) {
  const shown = bars.slice(-count)
  const lines = averages.flatMap((values) => values.slice(-count).filter((value) => value !== null))
  return {
    high: Math.max(...shown.map(({ high }) => high), ...lines),
    low: Math.min(...shown.map(({ low }) => low), ...lines),
    volume: Math.max(...shown.map(({ volume }) => volume)),
  }
}
