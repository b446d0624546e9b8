// Applies the selected indicators to the chart.

import { useEffect } from 'react'
import { type ChartSettings, INDICATORS, OVER_PRICE, paneHeight, panesOf, parametersOf } from './chart-settings'
import type { Kline } from './kline.client'

/** Adds and removes chart indicators until they match the settings; unchanged indicators are untouched. */
export function useIndicators({ chart }: Kline, settings: ChartSettings): void {
  const { indicators, parameters } = settings
  useEffect(() => {
    for (const name of INDICATORS) {
      const isThere = chart.getIndicators({ name }).length > 0
      const isWanted = indicators.includes(name)
      if (isThere && !isWanted) chart.removeIndicator({ name })
      if (!isWanted) continue
      const isOver = OVER_PRICE.some((each) => each === name)
      const create = { name, id: name, calcParams: [...parametersOf({ parameters }, name)] }
      if (isThere) chart.overrideIndicator(create)
      else chart.createIndicator(isOver ? { ...create, paneId: 'candle_pane' } : create, isOver)
    }
    const panes = panesOf(indicators).flatMap((name) => chart.getIndicators({ name }))
    const height = paneHeight(chart.getSize()?.height ?? 0, panes.length)
    for (const { paneId } of panes) chart.setPaneOptions({ id: paneId, height })
  }, [chart, indicators, parameters])
}
