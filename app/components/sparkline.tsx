// Sparkline of closing prices as SVG, also rendered on the server: placeholder of the chart while it loads. Hidden from
// screen readers, because adjacent text states the direction. Apart from the chart, the only place where prices become
// floats (pixels).

import { useMemo } from 'react'
import type { Quote } from '#party/protocol/quotes'
import type { Direction } from '../text/decimal-text'

interface SparklineProps {
  readonly closes: readonly string[]
  /** Direction of the price; by default derived from the ends of the line. */
  readonly direction?: Direction | undefined
  /** Fills the area below the line. */
  readonly hasArea?: boolean
  readonly className?: string
}

/** Line from the price 24 hours ago to the live price, matching the displayed change. */
export const dayLine = (
  closes: readonly string[],
  quote: Pick<Quote, 'open' | 'price'> | undefined,
): readonly string[] => (quote && closes.length > 0 ? [quote.open, ...closes.slice(0, -1), quote.price] : closes)

/** Memoized line: recomputed when the closes, the opening price or the current price change. */
export function useDayLine(closes: readonly string[], quote: Pick<Quote, 'open' | 'price'> | undefined) {
  const { open = '', price = '' } = quote ?? {}
  return useMemo(() => dayLine(closes, price === '' ? undefined : { open, price }), [closes, open, price])
}

export function Sparkline({ closes, direction, hasArea = false, className = '' }: SparklineProps) {
  const values = closes.map(Number)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (values.length < 2 || !Number.isFinite(low)) return <svg aria-hidden="true" className={className} />
  const range = high - low || 1
  const step = 100 / (values.length - 1)
  const points = values.map(
    (value, index) => `${(index * step).toFixed(2)},${(38 - ((value - low) / range) * 36).toFixed(2)}`,
  )
  const isUp = direction ? direction !== 'down' : (values.at(-1) ?? 0) >= (values[0] ?? 0)
  return (
    <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true" className={className}>
      {hasArea && (
        <polygon points={`0,40 ${points.join(' ')} 100,40`} className={isUp ? 'fill-up/12' : 'fill-down/12'} />
      )}
      <polyline
        points={points.join(' ')}
        fill="none"
        className={isUp ? 'stroke-up' : 'stroke-down'}
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
