// Candles as the server draws them, at the place where the chart library will draw the same ones: the page's first
// picture is the chart, and nothing jumps when the library arrives.

import type { CSSProperties } from 'react'

/** Width (px) of a bar with its gap, as the library begins. */
export const BAR_WIDTH = 10
/** Bars that fit into a chart of each width; the widths stand in `sketch.css`. */
export const SKETCH_COUNTS = [25, 42, 58, 78, 97] as const

interface Paths {
  readonly up: string
  readonly down: string
}

export interface ChartSketch {
  readonly count: number
  readonly candles: Paths
  readonly volumes: Paths
  /** Points of the moving averages. */
  readonly averages: readonly string[]
  /** CSS transforms that bring price and volume to the scale of the newest bars, for each of `SKETCH_COUNTS`. */
  readonly views: readonly { readonly price: string; readonly volume: string }[]
}

interface SketchProps {
  readonly sketch: ChartSketch
  /** A price as the axis writes it: the axis is as wide as it. */
  readonly price: string
}

/** Strokes like the library's indicators (`kline-styles.client.ts`). */
const AVERAGES = ['stroke-[#c79a3f]', 'stroke-[#3f7dff]'] as const
const EVEN = { vectorEffect: 'non-scaling-stroke' } as const

export function Sketch({ sketch, price }: SketchProps) {
  const { count, candles, volumes, averages, views } = sketch
  const digits = price.replace(/\D/g, '').length
  const style = {
    '--axis': `calc(${digits}ch + ${price.length - digits} * 0.45ch + 14px)`,
    '--bars': `${count * BAR_WIDTH}px`,
    ...Object.fromEntries(
      views.flatMap((view, at) => [
        [`--price-${at}`, view.price],
        [`--volume-${at}`, view.volume],
      ]),
    ),
  } as CSSProperties
  return (
    <div aria-hidden="true" className="sketch" style={style}>
      <svg viewBox={`0 0 ${count * BAR_WIDTH} 1000`} preserveAspectRatio="none" data-sketch="price">
        <path d={candles.up} {...EVEN} className="fill-up stroke-up" />
        <path d={candles.down} {...EVEN} className="fill-down stroke-down" />
        {averages.map((points, at) => (
          <polyline key={AVERAGES[at]} points={points} fill="none" {...EVEN} className={AVERAGES[at]} />
        ))}
      </svg>
      <svg viewBox={`0 0 ${count * BAR_WIDTH} 1000`} preserveAspectRatio="none" data-sketch="volume">
        <path d={volumes.up} className="fill-up/60" />
        <path d={volumes.down} className="fill-down/60" />
      </svg>
      <span className="sketch-axis">
        {AXIS.map((row) => (
          <span key={row} className="skeleton h-2.5 w-4/5" />
        ))}
      </span>
    </div>
  )
}

/** Prices on the axis of a chart to come. */
const AXIS = [1, 2, 3, 4] as const
