// React's end of the chart: loads the library when the chart is wanted, follows pair, period, theme and zone.

import { useEffect, useRef, useState } from 'react'
import type { Period } from '#party/protocol/quotes'
import type { Pair } from '#domain/catalogue'
import { useSite } from '../site/site'
import { useNumbers } from '../text/numbers'
import { chartFigures } from './chart-settings'
import { CANDLES_PER_LOAD, loadCandles } from './candles'
import type { Kline } from './kline.client'
import type { ShownCandle } from './legend'

interface Wanted {
  readonly pair: Pair
  readonly period: Period
  /** Minutes east of UTC. */
  readonly zone: number
  readonly isWanted: boolean
}

export function useKline(
  box: React.RefObject<HTMLDivElement | null>,
  { pair, period, zone, isWanted }: Wanted,
): { readonly kline: Kline | null; readonly hasFailed: boolean; readonly candle: ShownCandle | null } {
  const numbers = useNumbers()
  const [kline, setKline] = useState<Kline | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [candle, setCandle] = useState<ShownCandle | null>(null)
  const wanted = useRef({ period, zone })
  const { symbol, priceDecimals, quantityDecimals } = pair

  useEffect(() => {
    wanted.current = { period, zone }
  })
  useEffect(() => kline?.setPeriod(period), [kline, period])
  useEffect(() => kline?.setZone(zone), [kline, zone])

  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    let opened: Kline | null = null
    const open = async () => {
      const first = wanted.current.period
      const newest = loadCandles({ symbol, period: first, to: Date.now(), count: CANDLES_PER_LOAD })
      // On a failed prefetch the chart loads the candles itself.
      const [{ openKline, readZones }, candles] = await Promise.all([
        import('./kline.client'),
        newest.catch(() => null),
      ])
      // Yield between these steps, so that a tap can be handled: each step is long.
      await nextTask()
      readZones(wanted.current.zone)
      await nextTask()
      if (isGone || !box.current) return
      const now = wanted.current
      opened = openKline({
        element: box.current,
        symbol,
        priceDecimals,
        quantityDecimals,
        period: now.period,
        candles: now.period === first ? candles : null,
        offset: now.zone,
        figures: chartFigures(numbers),
        onLoad: (isLoaded) => setHasFailed(!isLoaded),
        onCandle: setCandle,
      })
      setKline(opened)
    }
    // Start after the first paint, so that the server-rendered page appears without delay.
    const timer = setTimeout(() => void open().catch(() => setHasFailed(true)), 0)
    return () => {
      isGone = true
      clearTimeout(timer)
      opened?.close()
      setKline(null)
      setCandle(null)
    }
  }, [box, symbol, priceDecimals, quantityDecimals, isWanted, numbers])

  useTheme(kline)
  return { kline, hasFailed, candle }
}

/** Keeps chart colours in sync with the page theme. */
function useTheme(kline: Kline | null): void {
  const { theme, rise } = useSite()
  useEffect(() => {
    if (!kline) return
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    const follow = () => kline.readTheme()
    follow()
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [kline, theme, rise])
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0))
