// Chart styles from the page's CSS variables: same theme and same up/down colours.

import { type AxisCreateTicksCallback, type DeepPartial, type KLineData, type Styles, utils } from 'klinecharts'

/** Page font: already loaded, and consistent with the page. */
const FONT = window.getComputedStyle(document.body).fontFamily
const AXIS_TEXT_SIZE = 11

/** Value of a CSS colour variable. */
export const token = (name: string): string =>
  window.getComputedStyle(document.documentElement).getPropertyValue(name).trim()

export const isNarrow = (): boolean => window.matchMedia('(max-width: 40rem)').matches

/** Key of the current colours; equal keys mean equal colours. */
export function pageLook(): string {
  const { theme, rise } = document.documentElement.dataset
  return `${theme} ${rise} ${window.matchMedia('(prefers-color-scheme: dark)').matches}`
}

/** Line colours of indicators, distinguishable in both themes. */
const LINES = ['#c79a3f', '#3f7dff', '#b25fd6', '#1fa39a', '#e07b39']

/** Receives the candle under the pointer, or the newest candle without a pointer. */
export type OnCandle = (candle: Pick<KLineData, 'open' | 'high' | 'low' | 'close'>) => void

export function klineStyles(onCandle: OnCandle): DeepPartial<Styles> {
  const [up, down, line] = [token('--up'), token('--down'), token('--line')]
  const [ink, muted, raised] = [token('--ink'), token('--muted'), token('--pressed')]
  const axis = {
    axisLine: { color: line },
    tickLine: { color: line },
    tickText: { color: muted, size: AXIS_TEXT_SIZE, family: FONT },
  }
  const crosshair = {
    line: { color: muted },
    text: { backgroundColor: raised, color: ink, borderColor: raised, family: FONT },
  }
  return {
    grid: { horizontal: { color: line, style: 'solid' }, vertical: { color: line, style: 'solid' } },
    candle: candleStyles({ up, down, muted }, onCandle),
    overlay: {
      line: { color: '#3f7dff' },
      point: { color: '#3f7dff', borderColor: '#3f7dff55', activeColor: '#3f7dff', activeBorderColor: '#3f7dff55' },
      text: { family: FONT },
    },
    indicator: {
      lines: LINES.map((color) => ({ color })),
      bars: [{ upColor: `${up}99`, downColor: `${down}99`, noChangeColor: '#aaaaaa99' }],
      tooltip: {
        showRule: 'follow_cross',
        legend: { color: muted, family: FONT },
        title: { color: muted, family: FONT },
      },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: line },
    crosshair: { horizontal: crosshair, vertical: crosshair },
  }
}

function candleStyles(
  { up, down, muted }: Readonly<Record<'up' | 'down' | 'muted', string>>,
  onCandle: OnCandle,
): NonNullable<DeepPartial<Styles>['candle']> {
  return {
    bar: {
      upColor: up,
      upBorderColor: up,
      upWickColor: up,
      downColor: down,
      downBorderColor: down,
      downWickColor: down,
      noChangeColor: '#aaaaaa',
      noChangeBorderColor: '#aaaaaa',
      noChangeWickColor: '#aaaaaa',
    },
    priceMark: {
      high: { color: muted, textFamily: FONT },
      low: { color: muted, textFamily: FONT },
      last: { upColor: up, downColor: down, text: { family: FONT } },
    },
    tooltip: {
      // Shows the newest candle without a pointer.
      showRule: 'always',
      title: { show: false },
      legend: {
        color: muted,
        family: FONT,
        // On a phone the legend would cover the candles; the page renders it on a separate line.
        template: isNarrow()
          ? ({ current }: { readonly current?: KLineData | null }) => {
              if (current) onCandle(current)
              return []
            }
          : [
              { title: 'O ', value: '{open}' },
              { title: 'H ', value: '{high}' },
              { title: 'L ', value: '{low}' },
              { title: 'C ', value: '{close}' },
              { title: 'V ', value: '{volume}' },
            ],
      },
    },
    area: {
      lineColor: '#3f7dff',
      lineSize: 2,
      backgroundColor: [
        { offset: 0, color: '#3f7dff05' },
        { offset: 1, color: '#3f7dff40' },
      ],
      point: { show: false },
    },
  }
}

/** Time labels that fit completely: the library would cut off one at either edge. */
export const wholeTimes: AxisCreateTicksCallback = ({ bounding, defaultTicks }) =>
  defaultTicks.filter(({ coord, text }) => {
    const half = utils.calcTextWidth(String(text), AXIS_TEXT_SIZE, 'normal', FONT) / 2
    return coord >= half && coord + half <= bounding.width
  })
