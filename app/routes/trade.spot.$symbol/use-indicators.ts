// The chart's indicators as they are chosen.

import { useEffect } from 'react'
import { INDICATORS, type IndicatorName, OVER_PRICE } from './chart-settings'
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
  }, [chart, wanted])
}

const PARAMS: Partial<Record<IndicatorName, readonly number[]>> = {
  MA: [7, 25],
  EMA: [7, 25],
  VOL: [],
  RSI: [6, 14],
}
