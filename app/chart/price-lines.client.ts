// Dashed lines with a word at prices of one's own, on the chart library's canvas.

import { type Chart, type OverlayTemplate, registerOverlay } from 'klinecharts'
import { token } from './kline-styles.client'

export interface Line {
  /** Decimal text. */
  readonly price: string
  readonly tone: 'up' | 'down' | 'bad'
  readonly words: string
}

const GROUP = 'price-lines'
const COLOURS = { up: '--up-fill', down: '--down-fill', bad: '--color-bad' } as const

/** Draws them anew: there are few, and any of them may have gone. */
export function drawLines(chart: Chart, lines: readonly Line[]): void {
  chart.removeOverlay({ groupId: GROUP })
  if (lines.length === 0) return
  chart.createOverlay(
    lines.map((line) => ({
      name: 'priceLine',
      groupId: GROUP,
      lock: true,
      mode: 'normal' as const,
      // A chart has one float a price: it becomes a pixel.
      points: [{ value: Number(line.price) }],
      extendData: line,
    })),
  )
}

const LINE: OverlayTemplate<Line> = {
  name: 'priceLine',
  totalStep: 2,
  createPointFigures({ coordinates, bounding: { width }, overlay }) {
    const y = coordinates[0]?.y ?? -100
    const { tone, words } = overlay.extendData
    const color = token(COLOURS[tone])
    return [
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: width, y },
          ],
        },
        styles: { style: 'dashed', color, dashedValue: [4, 3] },
        ignoreEvent: true,
      },
      {
        type: 'text',
        attrs: { x: 4, y, text: words, align: 'left', baseline: 'middle' },
        styles: {
          color: '#ffffff',
          backgroundColor: color,
          size: 10,
          paddingLeft: 4,
          paddingRight: 4,
          borderRadius: 3,
        },
        ignoreEvent: true,
      },
    ]
  },
}

registerOverlay(LINE)
