// Labelled dashed price lines on the chart canvas; some can be dragged by their label.

import { type Chart, type OverlayEvent, type OverlayTemplate, registerOverlay } from 'klinecharts'
import { token } from './kline-styles.client'
import { spreadLabels } from './label-spread'

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
    lines.map((line, index) => ({
      name: 'ownPrice',
      groupId: GROUP,
      lock: line.drag === undefined,
      mode: 'normal' as const,
      // The chart library takes prices as floats; they are only drawn as pixels.
      points: [{ value: Number(line.price) }],
      extendData: { ...line, beside: lines, index },
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
  /** All drawn lines, and the place of this one among them. */
  readonly beside: readonly Line[]
  readonly index: number
}

/** Minimum vertical distance (px) between line labels. */
const WORDS_PX = 17
/** Distance (px) of labels from the left edge, with room for leader lines. */
const WORDS_X = 14

/** Label position. While dragged, the label stays at its line, under the finger. */
function wordsAt(
  { beside, index, price }: DrawnLine,
  { y, value, height }: { readonly y: number; readonly value: number | undefined; readonly height: number },
  heightOf: (value: number) => number,
): number {
  if (value !== Number(price)) return y
  const ys = beside.map((each) => heightOf(Number(each.price)))
  return spreadLabels(ys, { height, gap: WORDS_PX })[index] ?? y
}

const LINE: OverlayTemplate<DrawnLine> = {
  name: 'ownPrice',
  totalStep: 2,
  createPointFigures({ coordinates, bounding: { width, height }, overlay, yAxis }) {
    const y = coordinates[0]?.y ?? -100
    const { tone, drag } = overlay.extendData
    const color = token(COLOURS[tone])
    const value = overlay.points[0]?.value
    const wordsY = yAxis ? wordsAt(overlay.extendData, { y, value, height }, (each) => yAxis.convertToPixel(each)) : y
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
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: WORDS_X, y: wordsY },
          ],
        },
        styles: { style: 'solid', color, size: 1 },
        ignoreEvent: true,
      },
      {
        type: 'text',
        attrs: {
          x: WORDS_X,
          y: wordsY,
          text: wordsOf(overlay.extendData, value),
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
