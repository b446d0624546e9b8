// Labelled dashed price lines on the chart canvas; some can be dragged by their label.

import { type Chart, type OverlayEvent, type OverlayTemplate, registerOverlay } from 'klinecharts'
import { token } from './kline-styles.client'

export interface Line {
  /** Decimal text. */
  readonly price: string
  readonly tone: 'up' | 'down' | 'bad'
  readonly words: string
  /** Id passed to `onDragged`; absent for a fixed line. */
  readonly drag?: string
}

const GROUP = 'price-lines'
/** Charts with a line being dragged, each with its pending redraw: a redraw during the drag would drop the line. */
const held = new WeakMap<Chart, () => void>()
const COLOURS = { up: '--up-fill', down: '--down-fill', bad: '--color-bad' } as const

/** Redraws all lines: few exist, and removals are not tracked. */
export function drawLines(
  chart: Chart,
  lines: readonly Line[],
  onDragged: (drag: string, price: string) => void,
): void {
  const draw = () => drawLines(chart, lines, onDragged)
  if (held.has(chart)) {
    held.set(chart, draw)
    return
  }
  chart.removeOverlay({ groupId: GROUP })
  if (lines.length === 0) return
  chart.createOverlay(
    lines.map((line) => ({
      name: 'ownPrice',
      groupId: GROUP,
      lock: line.drag === undefined,
      mode: 'normal' as const,
      // The chart library takes prices as floats; they are only drawn as pixels.
      points: [{ value: Number(line.price) }],
      extendData: { ...line, beside: lines },
      ...(line.drag !== undefined && {
        onPressedMoveStart: ({ overlay }: OverlayEvent<unknown>) => {
          held.set(chart, draw)
          onLetGo(() => {
            const value = overlay.points[0]?.value
            const drawNow = held.get(chart)
            held.delete(chart)
            // The line snaps back at once, because its position is the stored order's price.
            drawNow?.()
            if (isMoved(line, value)) onDragged(line.drag ?? '', value.toFixed(8))
          })
        },
      }),
    })),
  )
}

/**
 * Runs `work` when the pointer is released. The chart sometimes loses its own release event, and the line would stick
 * to the pointer.
 */
function onLetGo(work: () => void): void {
  const once = new AbortController()
  const end = () => {
    once.abort()
    work()
  }
  for (const name of ['mouseup', 'touchend', 'touchcancel'] as const)
    window.addEventListener(name, end, { capture: true, signal: once.signal })
}

const isMoved = ({ price }: Line, value: number | undefined): value is number =>
  value !== undefined && value > 0 && value !== Number(price)

/** Label of a line; while dragging, with the new price. */
function wordsOf(line: Line, value: number | undefined): string {
  if (line.drag === undefined) return line.words
  const decimals = line.price.split('.')[1]?.length ?? 0
  return isMoved(line, value) ? `${line.words} → ${value.toFixed(decimals)}` : `${line.words} ↕`
}

interface DrawnLine extends Line {
  /** All drawn lines, including this one. */
  readonly beside: readonly Line[]
}

/** Minimum vertical distance (px) between line labels. */
const WORDS_PX = 16

/**
 * Label position: at its line, or below overlapping labels. A draggable line's label stays at the line, under the
 * finger.
 */
function wordsAt(line: DrawnLine, y: number, heightOf: (value: number) => number): number {
  if (line.drag !== undefined) return y
  const placed = line.beside
    .filter(({ drag }) => drag === undefined)
    .map((each) => ({ each, at: heightOf(Number(each.price)) }))
    .sort((one, other) => one.at - other.at)
  let least = -Infinity
  for (const { each, at } of placed) {
    const own = Math.max(at, least)
    if (each.words === line.words && each.price === line.price) return own
    least = own + WORDS_PX
  }
  return y
}

const LINE: OverlayTemplate<DrawnLine> = {
  name: 'ownPrice',
  totalStep: 2,
  createPointFigures({ coordinates, bounding: { width }, overlay, yAxis }) {
    const y = coordinates[0]?.y ?? -100
    const { tone, drag } = overlay.extendData
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
        attrs: {
          x: 4,
          y: yAxis ? wordsAt(overlay.extendData, y, (value) => yAxis.convertToPixel(value)) : y,
          text: wordsOf(overlay.extendData, overlay.points[0]?.value),
          align: 'left',
          baseline: 'middle',
        },
        styles: {
          color: '#ffffff',
          backgroundColor: color,
          size: 10,
          paddingLeft: 4,
          paddingRight: 4,
          borderRadius: 3,
        },
        ignoreEvent: drag === undefined,
      },
    ]
  },
}

registerOverlay(LINE)
