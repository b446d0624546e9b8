// One's own orders and fills on the chart: a dashed line at the price of each open order, a triangle where a fill was.

import { type Chart, type OverlayTemplate, registerOverlay } from 'klinecharts'
import type { Pair } from '#domain/catalogue'
import type { FillRow, OrderRow } from '#party/protocol/account'
import { priceField } from '../../text/money'
import type { Numbers } from '../../text/numbers'
import { token } from './kline-styles.client'

interface Own {
  readonly pair: Pair
  readonly openOrders: readonly OrderRow[]
  readonly fills: readonly FillRow[]
  readonly numbers: Numbers
  readonly sideWords: Readonly<Record<OrderRow['side'], string>>
}

interface Mark {
  readonly side: OrderRow['side']
  readonly words: string
}

const GROUP = 'own'
const colourOf = (side: OrderRow['side']): string => token(side === 'buy' ? '--up-fill' : '--down-fill')

/** Draws them anew: there are few, and any of them may have gone. */
export function drawOwn(chart: Chart, { pair, openOrders, fills, sideWords, numbers }: Own): void {
  chart.removeOverlay({ groupId: GROUP })
  const common = { groupId: GROUP, lock: true, mode: 'normal' as const }
  const orders = openOrders.filter((order) => order.kind === 'limit')
  chart.createOverlay([
    ...orders.map((order) => ({
      ...common,
      name: 'ownOrder',
      // A chart has one float a price: it becomes a pixel.
      points: [{ value: Number(priceField(pair, order.ticks)) }],
      extendData: {
        side: order.side,
        words: `${sideWords[order.side]} ${numbers.quantity(pair, order.lots - order.lotsFilled)}`,
      } satisfies Mark,
    })),
    ...fills.map((fill) => ({
      ...common,
      name: 'ownFill',
      points: [{ timestamp: fill.at, value: Number(priceField(pair, fill.ticks)) }],
      extendData: { side: fill.side, words: '' } satisfies Mark,
    })),
  ])
}

const ORDER: OverlayTemplate<Mark> = {
  name: 'ownOrder',
  totalStep: 2,
  createPointFigures({ coordinates, bounding, overlay }) {
    const y = coordinates[0]?.y ?? 0
    const color = colourOf(overlay.extendData.side)
    return [
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: bounding.width, y },
          ],
        },
        styles: { style: 'dashed', color, dashedValue: [4, 3] },
        ignoreEvent: true,
      },
      {
        type: 'text',
        attrs: { x: 4, y, text: overlay.extendData.words, baseline: 'middle' },
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

const FILL: OverlayTemplate<Mark> = {
  name: 'ownFill',
  totalStep: 2,
  createPointFigures({ coordinates, overlay }) {
    const { x, y } = coordinates[0] ?? { x: -100, y: -100 }
    const { side } = overlay.extendData
    // A buy points up from below its price, a sale down from above.
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

registerOverlay(ORDER)
registerOverlay(FILL)
