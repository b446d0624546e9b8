// A visitor's chart settings and drawings: stored by the browser, validated when read, restored on a fake chart.

import type { Chart, Overlay, OverlayCreate } from 'klinecharts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Drawing,
  hasOwnTools,
  keepDrawings,
  panesOf,
  parametersOf,
  readChartSettings,
  readDrawings,
} from '../../app/chart/chart-settings'
import { type DrawingState, Drawings } from '../../app/chart/kline-drawings.client'

const PAIR = 'BTC-USDT'
const KEY = `cm_drawings:${PAIR}`
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const POINT = { timestamp: 1_700_000_000_000, value: 60_000 }
const line = (value: number): Drawing => ({ name: 'horizontalStraightLine', points: [{ ...POINT, value }] })

describe('how one likes the chart', () => {
  const first = { period: '15min', indicators: ['MA', 'VOL'], parameters: {}, isLine: false, zone: null }

  test('is as it was left', () => {
    const left = {
      period: '240min',
      indicators: ['EMA', 'RSI'],
      parameters: { EMA: [9, 21], RSI: [7, 28] },
      isLine: true,
      zone: -300,
    }
    expect(readChartSettings(JSON.parse(JSON.stringify(left)))).toEqual(left)
  })

  test.each([[undefined], [null], ['15min'], [7], [{}], [[]]])('is as it is made where %j is kept', (stored) => {
    expect(readChartSettings(stored)).toEqual(first)
  })

  test('keeps what is known of what is kept, and no more', () => {
    const stored = { period: '2min', indicators: ['RSI', 'ALIEN', 'BOLL'], isLine: 'yes', zone: '540' }
    expect(readChartSettings(stored)).toEqual({ ...first, indicators: ['BOLL', 'RSI'] })
  })

  test('keeps of the parameters those that the chart can reckon with', () => {
    const parameters = {
      MA: [10, 30],
      EMA: [0, 5],
      BOLL: [20],
      RSI: ['6', 14],
      KDJ: [9, 3, 501],
      MACD: 'fast',
      ALIEN: [1],
    }
    const read = readChartSettings({ parameters })
    expect(read.parameters).toEqual({ MA: [10, 30] })
    expect([parametersOf(read, 'MA'), parametersOf(read, 'BOLL')]).toEqual([
      [10, 30],
      [20, 2],
    ])
  })

  test.each([
    [840, 840],
    [-840, -840],
    [841, null],
    [Number.NaN, null],
  ])('of a zone %d minutes east keeps %j: no place is further', (zone, read) => {
    expect(readChartSettings({ zone }).zone).toBe(read)
  })

  test('no indicators at all is a choice too', () =>
    expect(readChartSettings({ indicators: [] }).indicators).toEqual([]))

  test('an indicator under the price has a pane of its own', () =>
    expect(panesOf(['MA', 'BOLL', 'VOL', 'KDJ'])).toEqual(['VOL', 'KDJ']))

  test('the tools are loaded at once only for who has changed something or drawn something', () => {
    const settings = readChartSettings(undefined)
    expect(hasOwnTools(settings, PAIR)).toBe(false)
    expect(hasOwnTools({ ...settings, isLine: true }, PAIR)).toBe(true)
    expect(hasOwnTools({ ...settings, parameters: { MA: [9, 21] } }, PAIR)).toBe(true)
    expect(hasOwnTools({ ...settings, indicators: ['MA'] }, PAIR)).toBe(true)
    keepDrawings(PAIR, [line(1)])
    expect(hasOwnTools(settings, PAIR)).toBe(true)
    expect(hasOwnTools(settings, 'ETH-USDT')).toBe(false)
    keepDrawings(PAIR, [])
    expect(hasOwnTools(settings, PAIR)).toBe(false)
  })
})

describe('what was drawn', () => {
  test('is kept for its own pair, the newest hundred', () => {
    keepDrawings(
      PAIR,
      Array.from({ length: 101 }, (_, index) => line(index)),
    )
    expect(readDrawings(PAIR).length).toBe(100)
    expect(readDrawings(PAIR)[0]).toEqual(line(1))
    expect(readDrawings('ETH-USDT')).toEqual([])
  })

  test('is read with distrust: what is no drawing is left out, and a broken text is none', () => {
    const wrong = [
      null,
      'line',
      { name: 'horizontalStraightLine' },
      { name: 'horizontalStraightLine', points: [] },
      { name: 'horizontalStraightLine', points: [POINT, { timestamp: 1, value: '60000' }] },
      { name: 'toString', points: [POINT] },
    ]
    kept.set(KEY, JSON.stringify([...wrong, line(5)]))
    expect(readDrawings(PAIR)).toEqual([line(5)])
    kept.set(KEY, '{"name":')
    expect(readDrawings(PAIR)).toEqual([])
  })

  test('is nothing where a browser keeps nothing', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('forbidden')
      },
    })
    keepDrawings(PAIR, [line(1)])
    expect(readDrawings(PAIR)).toEqual([])
  })
})

type Held = OverlayCreate & { readonly id: string }

/** Fake chart with the parts that drawings use: overlays by id and group, including overlays of other code. */
class HeldChart {
  overlays: Held[] = [{ id: 'own-1', name: 'ownOrders', groupId: 'own' }]
  #made = 0

  createOverlay = (create: OverlayCreate | OverlayCreate[]) => {
    const made = [create].flat().map((each) => ({ ...each, id: `d${(this.#made += 1)}` }))
    this.overlays.push(...made)
    return made.map(({ id }) => id)
  }
  removeOverlay = ({ id, groupId }: { id?: string; groupId?: string }) => {
    this.overlays = this.overlays.filter((each) => each.id !== id && each.groupId !== groupId)
    return true
  }
  getOverlays = ({ groupId }: { groupId: string }) => this.overlays.filter((each) => each.groupId === groupId)

  /** A hand sets the points of the drawing that was begun last, chooses one, or lets it go. */
  finish(points: OverlayCreate['points']) {
    const drawn = this.overlays.at(-1)
    Object.assign(drawn ?? {}, { points })
    this.#tell('onDrawEnd', drawn)
  }
  choose = (at: number) => this.#tell('onSelected', this.#drawn(at))
  letGo = (at: number) => this.#tell('onDeselected', this.#drawn(at))
  move(at: number, points: OverlayCreate['points']) {
    Object.assign(this.#drawn(at) ?? {}, { points })
    this.#tell('onPressedMoveEnd', this.#drawn(at))
  }

  #drawn = (at: number) => this.getOverlays({ groupId: 'drawings' })[at]
  #tell(name: 'onDrawEnd' | 'onSelected' | 'onDeselected' | 'onPressedMoveEnd', held: Held | undefined) {
    // The library passes more fields; drawings only read the overlay.
    held?.[name]?.({ overlay: held as unknown as Overlay } as Parameters<NonNullable<Held[typeof name]>>[0])
  }
}

describe('drawing', () => {
  const openDrawings = () => {
    const chart = new HeldChart()
    const states: DrawingState[] = []
    // The fake implements every chart method that drawings call.
    const drawings = new Drawings(chart as unknown as Chart, PAIR, (state) => states.push(state))
    const names = () => chart.overlays.map(({ name }) => name)
    return { chart, drawings, names, now: () => states.at(-1) }
  }

  test('is kept when it is finished, and is there again on the next chart', () => {
    const { chart, drawings, now } = openDrawings()
    expect(now()).toBeUndefined()
    drawings.start('segment')
    expect(readDrawings(PAIR)).toEqual([])
    const points = [POINT, { timestamp: POINT.timestamp + 60_000, value: 61_000 }]
    chart.finish(points.map((point) => ({ ...point, dataIndex: 9 })))
    expect(readDrawings(PAIR)).toEqual([{ name: 'segment', points }])
    expect(now()).toEqual({ isSelected: false, hasAny: true })
    drawings.close()
    expect(readDrawings(PAIR).length).toBe(1)

    const next = openDrawings()
    expect(next.now()).toEqual({ isSelected: false, hasAny: true })
    expect(next.chart.overlays[1]).toMatchObject({ name: 'segment', points })
  })

  test('that was moved is kept where it is', () => {
    keepDrawings(PAIR, [line(1), line(2)])
    const { chart } = openDrawings()
    chart.move(
      0,
      line(3).points.map((point) => ({ ...point })),
    )
    expect(readDrawings(PAIR)).toEqual([line(3), line(2)])
  })

  test('that is chosen goes alone; one that was let go again stays', () => {
    keepDrawings(PAIR, [line(1), line(2)])
    const { chart, drawings, now } = openDrawings()
    chart.choose(0)
    expect(now()).toEqual({ isSelected: true, hasAny: true })
    chart.letGo(0)
    drawings.removeSelected()
    expect(readDrawings(PAIR).length).toBe(2)
    chart.choose(0)
    drawings.removeSelected()
    expect(readDrawings(PAIR)).toEqual([line(2)])
    expect(now()).toEqual({ isSelected: false, hasAny: true })
  })

  test('removed all at once leaves the orders on the chart, and nothing is there again', () => {
    keepDrawings(PAIR, [line(1), line(2)])
    const { chart, drawings, names, now } = openDrawings()
    chart.choose(1)
    drawings.removeAll()
    expect(names()).toEqual(['ownOrders'])
    expect(now()).toEqual({ isSelected: false, hasAny: false })
    expect(openDrawings().names()).toEqual(['ownOrders'])
  })

  test('on a chart without candles, where no time is, is shown but not kept', () => {
    const { chart, drawings, now } = openDrawings()
    drawings.start('horizontalStraightLine')
    chart.finish([{ dataIndex: 400, value: 60_000 }])
    expect(readDrawings(PAIR)).toEqual([])
    expect(now()).toEqual({ isSelected: false, hasAny: true })
  })
})
