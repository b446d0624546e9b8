// Price chart with price lines supplied by the page, for contracts and options.

import { useEffect, useRef, useState } from 'react'
import type { Toggle } from './chart-bar'
import { useLoaded } from '../components/use-alive'
import { directionOf } from '../text/decimal-text'
import type { Kline } from './kline.client'
import { PriceChart, type PriceChartProps } from './price-chart'
import type { Line } from './price-lines.client'

interface Lines {
  readonly lines: readonly Line[]
  /** Called when a draggable line is released; the price is decimal text. */
  readonly onDragged?: (drag: string, price: string) => void
}

export interface LinedChartProps extends Lines, Pick<PriceChartProps, 'pair' | 'closes' | 'sketch' | 'price' | 'at'> {
  readonly change: string | undefined
  /** Fold state on a phone; open at first unless the page keeps it. */
  readonly open?: Toggle
}

export function LinedChart({ change, lines, onDragged, open, ...chart }: LinedChartProps) {
  const own = useState(true)
  const direction = change === undefined ? undefined : directionOf(change)
  return (
    <PriceChart {...chart} direction={direction} open={open ?? own} alwaysFrom="48rem">
      {(kline) => <DrawnLines kline={kline} lines={lines} {...(onDragged && { onDragged })} />}
    </PriceChart>
  )
}

const loadLines = () => import('./price-lines.client')

/** Loads its drawing once there is a line. */
function DrawnLines({ kline, lines, onDragged }: Lines & { readonly kline: Kline }) {
  const drawn = useLoaded(loadLines, lines.length > 0)
  const key = JSON.stringify(lines)
  const dragged = useRef(onDragged)
  useEffect(() => {
    dragged.current = onDragged
  })
  useEffect(() => {
    drawn?.drawLines(kline.chart, lines, (drag, to) => dragged.current?.(drag, to))
    // oxlint-disable-next-line react/exhaustive-deps -- `key` changes with every line
  }, [kline, drawn, key])
  return null
}
