// Own orders and fills on the chart: dashed lines at open orders, edge labels for orders out of range, triangles at
// fills.

import { type Chart, type OverlayFigure, type OverlayTemplate, registerOverlay } from 'klinecharts'
import type { Pair } from '#domain/catalogue'
import type { TriggerCause } from '#domain/conditional/triggers'
import { formatSteps } from '#domain/quotes/steps'
import type { SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'
import { priceField } from '../text/money'
import type { Numbers } from '../text/numbers'
import { token } from './kline-styles.client'
import { type OwnMark, edgeWords, placeMarks, triggerLines } from './own-marks'

interface Own {
  readonly pair: Pair
  readonly openOrders: readonly SpotOrderRow[]
  readonly conditionals: readonly ConditionalRow[]
  readonly fills: readonly SpotFillRow[]
  readonly numbers: Numbers
  readonly sideWords: Readonly<Record<SpotOrderRow['side'], string>>
  readonly causeWords: Readonly<Record<TriggerCause, string>>
}

type Side = SpotOrderRow['side']

const GROUP = 'own'
const colourOf = (side: Side): string => token(side === 'buy' ? '--up-fill' : '--down-fill')

/** Redraws all own overlays: few exist, and removals are not tracked. */
export function drawOwn(chart: Chart, own: Own): void {
  const { pair, openOrders, conditionals, fills, sideWords, causeWords, numbers } = own
  chart.removeOverlay({ groupId: GROUP })
  const common = { groupId: GROUP, lock: true, mode: 'normal' as const }
  const orders = openOrders.filter((order) => order.kind === 'limit')
  const marks = orders.map(({ side, ticks, lots, lotsFilled }): OwnMark => {
    return {
      side,
      words: `${sideWords[side]} ${numbers.quantity(pair, lots - lotsFilled)}`,
      price: numbers.price(pair, ticks),
    }
  })
  const triggers = triggerLines(conditionals).map(({ row, cause, priceSteps }) => {
    const price = formatSteps(priceSteps, row.priceDecimals)
    const words = `${causeWords[cause]} · ${sideWords[row.side]}`
    return { mark: { side: row.side, words, price: numbers.decimal(price) }, price }
  })
  chart.createOverlay([
    // One overlay for all marks, because marks beyond an edge share one label.
    ...(orders.length + triggers.length > 0
      ? [
          {
            ...common,
            name: 'ownOrders',
            // The chart library takes prices as floats; they are only drawn as pixels.
            points: [...orders.map(({ ticks }) => priceField(pair, ticks)), ...triggers.map(({ price }) => price)].map(
              (price) => ({ value: Number(price) }),
            ),
            extendData: [...marks, ...triggers.map(({ mark }) => mark)],
          },
        ]
      : []),
    ...fills.map((fill) => ({
      ...common,
      name: 'ownFill',
      points: [{ timestamp: fill.at, value: Number(priceField(pair, fill.ticks)) }],
      extendData: fill.side,
    })),
  ])
}

/** Distance (px) from the edge to the middle of a label. */
const EDGE = 10

const ORDERS: OverlayTemplate<readonly OwnMark[]> = {
  name: 'ownOrders',
  totalStep: 2,
  createPointFigures({ coordinates, bounding: { width, height }, overlay }) {
    const ys = coordinates.map(({ y }) => y)
    const { lines, above, below } = placeMarks(overlay.extendData, ys, height)
    return [
      ...lines.flatMap(({ mark, y }) => [
        lineFigure(mark.side, y, width),
        wordFigure(mark.side, mark.words, { x: 4, y, align: 'left' }),
      ]),
      // Right aligned, clear of the candle figures.
      ...(above ? [wordFigure(above.mark.side, edgeWords('▲', above), { x: width - 4, y: EDGE, align: 'right' })] : []),
      ...(below
        ? [wordFigure(below.mark.side, edgeWords('▼', below), { x: width - 4, y: height - EDGE, align: 'right' })]
        : []),
    ]
  },
}

const lineFigure = (side: Side, y: number, width: number): OverlayFigure => ({
  type: 'line',
  attrs: {
    coordinates: [
      { x: 0, y },
      { x: width, y },
    ],
  },
  styles: { style: 'dashed', color: colourOf(side), dashedValue: [4, 3] },
  ignoreEvent: true,
})

interface WordPosition {
  readonly x: number
  readonly y: number
  readonly align: 'left' | 'right'
}

const wordFigure = (side: Side, text: string, place: WordPosition): OverlayFigure => ({
  type: 'text',
  attrs: { ...place, text, baseline: 'middle' },
  styles: {
    color: '#ffffff',
    backgroundColor: colourOf(side),
    size: 10,
    paddingLeft: 4,
    paddingRight: 4,
    borderRadius: 3,
  },
  ignoreEvent: true,
})

const FILL: OverlayTemplate<Side> = {
  name: 'ownFill',
  totalStep: 2,
  createPointFigures({ coordinates, overlay }) {
    const { x, y } = coordinates[0] ?? { x: -100, y: -100 }
    const side = overlay.extendData
    // A buy points up from below its price, a sell down from above.
    const way = side === 'buy' ? 1 : -1
    return {
      type: 'polygon',
      attrs: {
        coordinates: [
          { x, y: y + way * 3 },
          { x: x - 5, y: y + way * 12 },
          { x: x + 5, y: y + way * 12 },
        ],
      },
      styles: { style: 'stroke_fill', color: colourOf(side), borderColor: token('--surface') },
      ignoreEvent: true,
    }
  },
}

registerOverlay(ORDERS)
registerOverlay(FILL)
