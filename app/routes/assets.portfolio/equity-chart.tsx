// Line of equity or result over time, drawn on the server. The last point is the current balance.

import { useTranslation } from 'react-i18next'
import { dateWords, instantWords } from '../../text/dates'
import { useNumbers } from '../../text/numbers'
import { useHiddenAmounts } from '../../components/hidden-amounts'
import { useSite } from '../../site/site'

const [WIDTH, HEIGHT, EDGE] = [640, 220, 10]

interface EquityChartProps {
  readonly points: readonly { readonly at: number; readonly value: string }[]
  /** Draws the line of zero, and colours by the end. */
  readonly isResult: boolean
  /** Shows hours. */
  readonly isShort: boolean
}

/** Two points would be a straight line, which says nothing of the time between. */
const POINTS_LEAST = 3

/** Pixels need no exact values. */
export function EquityChart({ points, isResult, isShort }: EquityChartProps) {
  const { t } = useTranslation('portfolio')
  const numbers = useNumbers()
  const site = useSite()
  const isHidden = useHiddenAmounts()
  const values = points.map(({ value }) => Number(value))
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const isFlat = isResult && values.every((value) => value === 0)
  if (isFlat || points.length < POINTS_LEAST)
    return <p className="py-8 text-center text-sm text-muted">{t(isFlat ? 'flat' : 'short_history')}</p>
  const all = isResult ? [...values, 0] : values
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const span = last.at - first.at || 1
  const x = (at: number) => EDGE + ((at - first.at) / span) * (WIDTH - 2 * EDGE)
  const y = (value: number) => HEIGHT - EDGE - ((value - low) / (high - low || 1)) * (HEIGHT - 2 * EDGE)
  const line = points.map(({ at }, index) => `${x(at).toFixed(1)},${y(values[index] ?? 0).toFixed(1)}`).join(' ')
  const isDown = isResult && (values.at(-1) ?? 0) < 0
  const when = (at: number) => (isShort ? instantWords(at, site).slice(0, -3) : dateWords(at, site))
  const said = t('chart_said', {
    from: when(first.at),
    to: when(last.at),
    start: numbers.usdt(first.value),
    end: numbers.usdt(last.value),
  })
  const scale = (value: number) => numbers.usdt(value.toFixed(2))
  const bottom = isResult ? y(0) : HEIGHT - EDGE
  const stroke = isDown ? 'stroke-down' : isResult ? 'stroke-up' : 'stroke-selected'
  const fill = isDown ? 'fill-down/12' : isResult ? 'fill-up/12' : 'fill-selected/12'
  return (
    <figure className="relative">
      <span
        aria-hidden="true"
        className="absolute top-0 right-1 rounded bg-surface/80 px-0.5 text-2xs text-muted tabular-nums"
      >
        {isHidden ? '' : scale(high)}
      </span>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={isHidden ? `${when(first.at)} – ${when(last.at)}` : said}
        className="h-44 w-full lg:h-64"
      >
        <polygon
          points={`${x(first.at).toFixed(1)},${bottom} ${line} ${x(last.at).toFixed(1)},${bottom}`}
          className={fill}
        />
        {isResult && (
          <line
            x1={EDGE}
            x2={WIDTH - EDGE}
            y1={y(0)}
            y2={y(0)}
            stroke="var(--muted)"
            strokeDasharray="3 4"
            vectorEffect="non-scaling-stroke"
          />
        )}
        <polyline points={line} fill="none" strokeWidth="2" vectorEffect="non-scaling-stroke" className={stroke} />
      </svg>
      <span
        aria-hidden="true"
        className="absolute right-1 bottom-5 rounded bg-surface/80 px-0.5 text-2xs text-muted tabular-nums"
      >
        {isHidden || low === high ? '' : scale(low)}
      </span>
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-xs text-muted">
        <span>{when(first.at)}</span>
        <span>{when(last.at)}</span>
      </figcaption>
    </figure>
  )
}
