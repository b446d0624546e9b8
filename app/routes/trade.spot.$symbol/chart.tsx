// The price chart: a drawn line first, the real chart over it once its library is here.

import { useEffect, useRef, useState } from 'react'
import { PERIODS, type Period } from '#party/protocol/quotes'
import type { Pair } from '#domain/catalogue'
import { useSite } from '../../components/site'
import { Sparkline } from '../../components/sparkline'
import { useWords } from '../../text/words'
import type { Kline } from './kline.client'

interface ChartProps {
  readonly pair: Pair
  readonly closes: readonly string[]
  readonly price: string | undefined
  readonly at: number | undefined
}

const FIRST_PERIOD: Period = '15min'

export function PriceChart({ pair, closes, price, at }: ChartProps) {
  const say = useWords('market')
  const [period, setPeriod] = useState<Period>(FIRST_PERIOD)
  const box = useRef<HTMLDivElement>(null)
  const { kline, hasFailed } = useKline(box, pair, period)

  useEffect(() => {
    if (price !== undefined && at !== undefined) kline?.tick(price, at)
  }, [kline, price, at])

  const label = say('chart_label', { pair: `${pair.base.code}/${pair.quote.code}` })
  return (
    <section aria-label={label} className="flex h-full flex-col">
      <div
        role="group"
        aria-label={say('period')}
        className="no-scrollbar flex gap-0.5 overflow-x-auto border-b border-line px-1.5"
      >
        {PERIODS.map((choice) => (
          <button
            key={choice}
            type="button"
            onClick={() => setPeriod(choice)}
            aria-pressed={choice === period}
            className={`min-h-10 border-b-2 px-2 text-xs whitespace-nowrap ${
              choice === period
                ? 'border-selected font-semibold text-selected-text'
                : 'border-transparent text-muted hover:text-ink'
            }`}
          >
            {say(`period_${choice}`)}
          </button>
        ))}
      </div>
      <div className="relative h-72 lg:h-auto lg:min-h-[26rem] lg:flex-1">
        {!kline && (
          <div className="absolute inset-0 p-3">
            <Sparkline closes={closes} label={label} className="size-full" />
            {hasFailed && (
              <p className="absolute inset-x-0 top-1/2 text-center text-sm text-muted">{say('chart_failed')}</p>
            )}
          </div>
        )}
        <div ref={box} role="img" aria-label={label} className="absolute inset-0" />
      </div>
    </section>
  )
}

/** Loads the library once, follows pair, period and theme. */
function useKline(box: React.RefObject<HTMLDivElement | null>, pair: Pair, period: Period) {
  const { theme } = useSite()
  const [kline, setKline] = useState<Kline | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const wanted = useRef(period)
  const { symbol, priceDecimals, quantityDecimals } = pair

  useEffect(() => {
    let isGone = false
    let opened: Kline | null = null
    const open = async () => {
      const { openKline } = await import('./kline.client')
      if (isGone || !box.current) return
      const common = { element: box.current, symbol, priceDecimals, quantityDecimals, period: wanted.current }
      opened = openKline({ ...common, isDark: isDarkNow(), onFailure: () => setHasFailed(true) })
      setKline(opened)
    }
    open().catch(() => setHasFailed(true))
    return () => {
      isGone = true
      opened?.close()
      setKline(null)
    }
  }, [box, symbol, priceDecimals, quantityDecimals])

  useEffect(() => {
    if (wanted.current === period) return
    wanted.current = period
    kline?.setPeriod(period)
  }, [kline, period])

  useEffect(() => {
    if (!kline) return
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    const follow = () => kline.setTheme(isDarkNow())
    follow()
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [kline, theme])

  return { kline, hasFailed }
}

const isDarkNow = (): boolean => window.getComputedStyle(document.documentElement).colorScheme === 'dark'
