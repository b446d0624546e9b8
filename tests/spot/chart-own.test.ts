// The user's own orders and fills on the chart: overlays, and their figures at given heights.

import type { Chart, OverlayCreate, OverlayFigure, OverlayTemplate } from 'klinecharts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'
import { conditionalRow } from '../conditional/row'
import { drawOwn } from '../../app/chart/kline-own.client'
import { numbersIn } from '../../app/text/numbers'
import { BTC_USDT } from '../market/btc-usdt'
import { orderRow } from './order-row'

// Hoisted above the imports: the modules read the library and the page's colours when imported.
const { templates } = vi.hoisted(() => {
  const getPropertyValue = (name: string) => ` ${name} `
  vi.stubGlobal('document', { body: {}, documentElement: {} })
  vi.stubGlobal('window', { getComputedStyle: () => ({ fontFamily: 'sans-serif', getPropertyValue }) })
  return { templates: new Map<string, unknown>() }
})
vi.mock('klinecharts', () => ({
  registerOverlay: (template: { readonly name: string }) => void templates.set(template.name, template),
}))

let drawn: OverlayCreate[] = []
const removed: unknown[] = []
// The fake implements every chart method that own marks call.
const chart = {
  createOverlay: (overlays: OverlayCreate[]) => (drawn = overlays),
  removeOverlay: (filter: unknown) => removed.push(filter),
} as unknown as Chart

beforeEach(() => {
  drawn = []
  removed.length = 0
})

const draw = (
  openOrders: readonly SpotOrderRow[],
  fills: readonly SpotFillRow[] = [],
  conditionals: readonly ConditionalRow[] = [],
) =>
  drawOwn(chart, {
    pair: BTC_USDT,
    openOrders,
    conditionals,
    fills,
    numbers: numbersIn('en'),
    sideWords: { buy: 'Buy', sell: 'Sell' },
    causeWords: { stop: 'Stop', take_profit: 'Take profit', trailing: 'Trailing stop' },
  })

/** Figures of an overlay on a 300 × 200 pixel chart, its points at these heights. */
function figuresOf(overlay: OverlayCreate | undefined, ys: readonly number[]): OverlayFigure[] {
  const template = templates.get(overlay?.name ?? '') as OverlayTemplate | undefined
  // The library hands over more than a template reads.
  const figures = template?.createPointFigures?.({
    overlay,
    coordinates: ys.map((y) => ({ x: 50, y })),
    bounding: { width: 300, height: 200 },
  } as unknown as Parameters<NonNullable<OverlayTemplate['createPointFigures']>>[0])
  return [figures ?? []].flat()
}

const texts = (figures: readonly OverlayFigure[]) =>
  figures.filter(({ type }) => type === 'text').map(({ attrs }) => (attrs as { text: string }).text)

const fill = (part: Partial<SpotFillRow>): SpotFillRow => ({
  tradeNo: 1,
  orderNo: 1,
  isOfHouse: false,
  symbol: 'BTC-USDT',
  side: 'buy',
  role: 'taker',
  ticks: 600_000,
  lots: 1_000,
  fee: '0',
  at: 5_000,
  ...part,
})

describe('open orders', () => {
  test('are drawn at their prices, with the side and what is still to be filled', () => {
    draw([orderRow(1), orderRow(2, { side: 'sell', ticks: 615_005, lotsFilled: 400 })])
    expect(drawn).toMatchObject([{ name: 'ownOrders', points: [{ value: 60_000 }, { value: 61_500.5 }], lock: true }])
    expect(texts(figuresOf(drawn[0], [150, 40]))).toEqual(['Buy 0.01000', 'Sell 0.00600'])
  })

  test('are dashed lines over the whole width, in the colour of their side', () => {
    draw([orderRow(1), orderRow(2, { side: 'sell' })])
    const lines = figuresOf(drawn[0], [150, 40]).filter(({ type }) => type === 'line')
    expect(lines).toMatchObject([
      { attrs: { coordinates: [{ x: 0, y: 150 }, { x: 300, y: 150 }] }, styles: { style: 'dashed', color: '--up-fill' } }, // prettier-ignore
      { attrs: { coordinates: [{ x: 0, y: 40 }, { x: 300, y: 40 }] }, styles: { color: '--down-fill' } }, // prettier-ignore
    ])
  })

  test('that are out of sight are told at the edge that they are beyond', () => {
    draw([orderRow(1), orderRow(2, { ticks: 500_000 }), orderRow(3, { side: 'sell', ticks: 700_000 })])
    const figures = figuresOf(drawn[0], [400, 900, -30])
    expect(figures.filter(({ type }) => type === 'line')).toEqual([])
    expect(texts(figures)).toEqual(['▲ Sell 0.01000 · 70,000.0', '▼ Buy 0.01000 · 60,000.0 +1'])
  })

  test('at the market have no price, and no line', () => {
    draw([orderRow(1, { kind: 'market' })])
    expect(drawn).toEqual([])
  })

  test('are drawn anew each time: what was there goes first, and nothing else does', () => {
    draw([orderRow(1)])
    expect(removed).toEqual([{ groupId: 'own' }])
    expect(drawn.every(({ groupId }) => groupId === 'own')).toBe(true)
  })
})

describe('fills', () => {
  test('stand at their moment and price: a buy points up from below, a sale down from above', () => {
    draw([], [fill({}), fill({ tradeNo: 2, side: 'sell', ticks: 610_000, at: 6_000 })])
    expect(drawn).toMatchObject([
      { name: 'ownFill', points: [{ timestamp: 5_000, value: 60_000 }] },
      { name: 'ownFill', points: [{ timestamp: 6_000, value: 61_000 }] },
    ])
    const [buy, sale] = drawn.map((overlay) => figuresOf(overlay, [100])[0])
    expect(buy).toMatchObject({ attrs: { coordinates: [{ y: 103 }, { y: 112 }, { y: 112 }] }, styles: { color: '--up-fill' } }) // prettier-ignore
    expect(sale).toMatchObject({ attrs: { coordinates: [{ y: 97 }, { y: 88 }, { y: 88 }] }, styles: { color: '--down-fill' } }) // prettier-ignore
  })
})

test('what waits for a price has a line where it would trigger, each trigger its own, until the price is there', () => {
  draw(
    [],
    [],
    [
      conditionalRow({ stopSteps: 590_000, profitSteps: 630_000 }),
      conditionalRow({ stopSteps: null, trailSteps: 5_000, bestSteps: 612_000 }),
      conditionalRow({ stopSteps: 1, state: 'sent' }),
    ],
  )
  expect(drawn[0]?.points).toEqual([{ value: 59_000 }, { value: 63_000 }, { value: 60_700 }])
  expect(texts(figuresOf(drawn[0], [10, 20, 30]))).toEqual([
    'Stop · Sell',
    'Take profit · Sell',
    'Trailing stop · Sell',
  ])
})
