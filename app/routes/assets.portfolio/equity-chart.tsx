// Line of equity or result over time, drawn on the server. The last point is the current balance.

import { useTranslation } from 'react-i18next'
import { dateWords, instantWords, plannedWords } from '../../text/dates'
import { useNumbers } from '../../text/numbers'
import { useHiddenAmounts } from '../../components/hidden-amounts'
import { useSite } from '../../site/site'

const [WIDTH, HEIGHT, EDGE] = [640, 220, 10]
const TONES = {
  up: { stroke: 'stroke-up', fill: 'fill-up/12', dot: 'bg-up' },
  down: { stroke: 'stroke-down', fill: 'fill-down/12', dot: 'bg-down' },
  selected: { stroke: 'stroke-selected', fill: 'fill-selected/12', dot: 'bg-selected' },
} as const
/** Scale labels and the last point: over the line, without hiding it. */
const LABEL = 'absolute rounded bg-surface/80 px-0.5 text-2xs text-muted tabular-nums'

interface EquityChartProps {
  readonly points: readonly { readonly at: number; readonly value: string }[]
  /** Draws the line of zero, and colours by the end. */
  readonly isResult: boolean
  /** Shows hours. */
  readonly isShort: boolean
  /** When there will be enough points for a curve; null if there are. */
  readonly curveFrom: number | null
}

/** Pixels need no exact values. */
export function EquityChart({ points, isResult, isShort, curveFrom }: EquityChartProps) {
  const { t } = useTranslation('portfolio')
  const numbers = useNumbers()
  const site = useSite()
  const isHidden = useHiddenAmounts()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  // Before a curve begins, its one point is drawn as a level line.
  const values = points.map(({ value }) => Number(curveFrom === null ? value : last.value))
  const isLevel = curveFrom !== null || (isResult && values.every((value) => value === 0))
  const all = isResult && !isLevel ? [...values, 0] : values
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const span = last.at - first.at || 1
  const x = (at: number) => EDGE + ((at - first.at) / span) * (WIDTH - 2 * EDGE)
  const y = (value: number) =>
    low === high ? HEIGHT / 2 : HEIGHT - EDGE - ((value - low) / (high - low)) * (HEIGHT - 2 * EDGE)
  const line = points.map(({ at }, index) => `${x(at).toFixed(1)},${y(values[index] ?? 0).toFixed(1)}`).join(' ')
  const end = values.at(-1) ?? 0
  const isDown = isResult && end < 0
  const when = (at: number) => (isShort ? instantWords(at, site).slice(0, -3) : dateWords(at, site))
  const said = t('chart_said', {
    from: when(first.at),
    to: when(last.at),
    start: numbers.usdt(first.value),
    end: numbers.usdt(last.value),
  })
  const scale = (value: number) => numbers.usdt(value.toFixed(2))
  const bottom = isResult && !isLevel ? y(0) : HEIGHT - EDGE
  const { stroke, fill, dot } = TONES[isDown ? 'down' : isResult && end > 0 ? 'up' : 'selected']
  return (
    <figure>
      <div className="relative h-44 lg:h-64">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={isHidden ? `${when(first.at)} – ${when(last.at)}` : said}
          className="size-full"
        >
          {!isLevel && (
            <polygon
              points={`${x(first.at).toFixed(1)},${bottom} ${line} ${x(last.at).toFixed(1)},${bottom}`}
              className={fill}
            />
          )}
          {isResult && !isLevel && (
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
        {isLevel ? (
          <LastPoint dot={dot}>{isHidden ? '' : scale(end)}</LastPoint>
        ) : (
          <>
            <span aria-hidden="true" className={`top-0 right-1 ${LABEL}`}>
              {isHidden ? '' : scale(high)}
            </span>
            <span aria-hidden="true" className={`right-1 bottom-1 ${LABEL}`}>
              {isHidden || low === high ? '' : scale(low)}
            </span>
          </>
        )}
      </div>
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-xs text-muted">
        <span>{when(first.at)}</span>
        <span>{when(last.at)}</span>
        {isLevel && (
          <span className="w-full pt-2 text-center text-sm">
            {curveFrom === null ? t('flat') : t('curve_from', { at: plannedWords(curveFrom, site) })}
          </span>
        )}
      </figcaption>
    </figure>
  )
}

/** The end of a level line, at half the height, with its amount above. */
function LastPoint({ dot, children }: { readonly dot: string; readonly children: string }) {
  const style = { right: `${((EDGE / WIDTH) * 100).toFixed(1)}%` }
  return (
    <>
      <span
        aria-hidden="true"
        className={`absolute top-1/2 size-2 translate-x-1/2 -translate-y-1/2 rounded-full ${dot}`}
        style={style}
      />
      <span aria-hidden="true" className={`right-1 bottom-1/2 mb-2 ${LABEL}`}>
        {children}
      </span>
    </>
  )
}
