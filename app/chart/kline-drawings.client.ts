// The visitor's drawings on the chart: restored on load, saved after every change.

import type { Chart, Overlay, OverlayCreate } from 'klinecharts'
import { type Drawing, type DrawingName, keepDrawings, readDrawings } from './chart-settings'

const GROUP = 'drawings'

export interface DrawingState {
  /** True when a drawing is selected. */
  readonly isSelected: boolean
  readonly hasAny: boolean
}

export class Drawings {
  readonly #chart: Chart
  readonly #symbol: string
  readonly #onChange: (state: DrawingState) => void

  constructor(chart: Chart, symbol: string, onChange: (state: DrawingState) => void) {
    this.#chart = chart
    this.#symbol = symbol
    this.#onChange = onChange
    this.#restore()
  }

  #selected: string | null = null

  /** The next clicks on the chart set the points of a new drawing. */
  start(name: DrawingName): void {
    this.#chart.createOverlay(this.#overlay({ name }))
  }

  removeSelected(): void {
    if (this.#selected === null) return
    this.#chart.removeOverlay({ id: this.#selected })
    this.#selected = null
    this.#keep()
  }

  removeAll(): void {
    this.#chart.removeOverlay({ groupId: GROUP })
    this.#select(null)
    keepDrawings(this.#symbol, [])
  }

  close(): void {
    this.#chart.removeOverlay({ groupId: GROUP })
  }

  #restore(): void {
    const drawings = readDrawings(this.#symbol)
    if (drawings.length === 0) return
    this.#chart.createOverlay(
      drawings.map(({ name, points }) => this.#overlay({ name, points: points.map((point) => ({ ...point })) })),
    )
    this.#notify()
  }

  #overlay(create: Pick<OverlayCreate, 'name' | 'points'>): OverlayCreate {
    const keep = () => this.#keep()
    return {
      ...create,
      groupId: GROUP,
      onDrawEnd: keep,
      onPressedMoveEnd: keep,
      onSelected: ({ overlay }) => this.#select(overlay.id),
      onDeselected: () => this.#select(null),
    }
  }

  #select(id: string | null): void {
    this.#selected = id
    this.#notify()
  }

  #keep(): void {
    const overlays = this.#chart.getOverlays({ groupId: GROUP })
    keepDrawings(this.#symbol, overlays.flatMap(drawingOf))
    this.#notify()
  }

  #notify(): void {
    const hasAny = this.#chart.getOverlays({ groupId: GROUP }).length > 0
    this.#onChange({ isSelected: this.#selected !== null, hasAny })
  }
}

/** Without candles the chart assigns no timestamps to points; such a drawing could not be restored and is not saved. */
function drawingOf({ name, points }: Overlay): Drawing[] {
  const kept = points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
  )
  // The cast is safe: names come only from `start` and `#restore`.
  return kept.length === points.length && kept.length > 0 ? [{ name: name as DrawingName, points: kept }] : []
}
