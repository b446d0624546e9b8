// The chart's indicators as they are chosen.

import { useEffect } from 'react'
import { INDICATORS, type IndicatorName, OVER_PRICE, panesOf } from './chart-settings'
import type { Kline } from './kline.client'

/** Brings the chart's indicators to those wanted, touching only what differs. */
export function useIndicators({ chart }: Kline, wanted: readonly IndicatorName[]): void {
  useEffect(() => {
    for (const name of INDICATORS) {
      const isThere = chart.getIndicators({ name }).length > 0
      const isWanted = wanted.includes(name)
      if (isThere && !isWanted) chart.removeIndicator({ name })
      if (isThere || !isWanted) continue
      const isOver = OVER_PRICE.some((each) => each === name)
      const params = PARAMS[name]
      const create = { name, id: name, ...(params && { calcParams: [...params] }) }
      chart.createIndicator(isOver ? { ...create, paneId: 'candle_pane' } : create, isOver)
    }
    const panes = panesOf(wanted).flatMap((name) => chart.getIndicators({ name }))
    const room = ((chart.getSize()?.height ?? 0) * PANES_SHARE) / panes.length
    for (const { paneId } of panes) chart.setPaneOptions({ id: paneId, height: Math.min(PANE, room) })
  }, [chart, wanted])
}

/** Pixels of one pane, while all of them have no more than their share: the rest is the price's. */
const PANE = 100
const PANES_SHARE = 0.45

const PARAMS: Partial<Record<IndicatorName, readonly number[]>> = {
  MA: [7, 25],
  EMA: [7, 25],
  VOL: [],
  RSI: [6, 14],
}
