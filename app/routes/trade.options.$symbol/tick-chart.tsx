// Tick chart: entry and end time of each running option, entry and exit of ended ones. SVG from the server, updated
// live without a library; text alternatives beside it.

import { useTranslation } from 'react-i18next'
import { decodeAmount, formatUnits, trimZeros } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import type { OptionRow } from '#party/protocol/options'
import type { PricePoint } from '#party/protocol/quotes'
import { Hideable } from '../../components/hidden-amounts'
import { Moment } from '../../components/moment'
import { OptionResult } from '../../components/options/options-list'
import { useNumbers } from '../../text/numbers'
import { type TickView, viewTicks } from './ticks'

interface TickChartProps {
  readonly ticks: readonly PricePoint[]
  readonly live: readonly OptionRow[]
  readonly ended: readonly OptionRow[]
  readonly now: number
  readonly priceDecimals: number
}

export function TickChart({ priceDecimals, ...facts }: TickChartProps) {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  const view = viewTicks(facts)
  if (!view) return <p className="p-4 text-sm text-muted">{t('no_price')}</p>
  const price = (priceSteps: number) => numbers.decimal(formatSteps(priceSteps, priceDecimals))
  const last = facts.ticks.at(-1)?.priceSteps ?? view.low
  const label = t('tick_line', { low: price(view.low), high: price(view.high), price: price(last) })
  return (
    <div role="group" aria-label={label} data-chart className="relative h-full min-h-40 overflow-hidden">
      <div className="absolute inset-y-0 right-18 left-0">
        <Lines view={view} />
        {view.running.map(({ row, wordsY, dueX }, index) => (
          <Running
            key={row.orderNo}
            row={row}
            y={wordsY}
            dueX={dueX}
            level={index % DUE_LEVELS}
            now={facts.now}
            price={price}
          />
        ))}
        {view.ended.map(({ row, exit, wordsY }) => (
          <span
            key={row.orderNo}
            data-ended={row.orderNo}
            className="absolute -translate-x-full -translate-y-[140%] rounded-sm bg-surface/80 px-1 text-2xs"
            style={{ left: `${Math.max(exit.x, 18)}%`, top: `${wordsY}%` }}
          >
            <OptionResult row={row} />
          </span>
        ))}
        <p className="absolute inset-x-2 bottom-0.5 flex justify-between text-2xs text-muted tabular-nums">
          <Moment at={view.from} form="clock" />
          {view.running.length === 0 && <Moment at={view.to} form="clock" />}
        </p>
      </div>
      <div className="absolute inset-y-0 right-0 w-18 border-l border-line">
        <Scale view={view} price={price} last={last} />
      </div>
    </div>
  )
}

/** Number of label rows, for end times close to each other. */
const DUE_LEVELS = 4

const TONES = {
  rise: { stroke: 'stroke-up', fill: 'bg-up-fill', arrow: '▲' },
  fall: { stroke: 'stroke-down', fill: 'bg-down-fill', arrow: '▼' },
} as const
const ENDS = { won: 'stroke-good', lost: 'stroke-bad', even: 'stroke-line-strong' } as const

function Lines({ view }: { readonly view: TickView }) {
  const newest = view.line.at(-1)
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" className="absolute inset-0 size-full">
      {view.running.map(({ row, entry, dueX }) => (
        <g key={row.orderNo} className={TONES[row.direction].stroke}>
          <Stroke from={[entry.x, entry.y]} to={[dueX ?? 100, entry.y]} isDashed />
          {dueX !== null && <Stroke from={[dueX, 0]} to={[dueX, 100]} isDashed />}
          <Dot {...entry} />
        </g>
      ))}
      {view.ended.map(({ row, entry, exit }) => (
        <g key={row.orderNo} className={ENDS[row.outcome ?? 'even']}>
          {entry && <Stroke from={[entry.x, entry.y]} to={[exit.x, entry.y]} isDashed />}
          {entry && <Dot {...entry} />}
          <Dot {...exit} />
        </g>
      ))}
      <polyline
        points={view.line.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')}
        fill="none"
        className="stroke-selected"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
      {newest && (
        <g className="stroke-selected">
          <Dot {...newest} />
        </g>
      )}
    </svg>
  )
}

interface StrokeProps {
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
  readonly isDashed?: boolean
}

const Stroke = ({ from: [x1, y1], to: [x2, y2], isDashed }: StrokeProps) => (
  <line
    {...{ x1, y1, x2, y2 }}
    strokeWidth="1"
    vectorEffect="non-scaling-stroke"
    {...(isDashed && { strokeDasharray: '4 3' })}
  />
)

/** A zero-length line with round caps stays a circle at any aspect ratio. */
const Dot = ({ x, y }: { readonly x: number; readonly y: number }) => (
  <line x1={x} x2={x} y1={y} y2={y} strokeWidth="8" strokeLinecap="round" vectorEffect="non-scaling-stroke" />
)

interface ScaleProps {
  readonly view: TickView
  readonly price: (priceSteps: number) => string
  readonly last: number
}

/** Minimum distance (percent of height) of an axis label from the newest price. */
const REACH = 8

function Scale({ view, price, last }: ScaleProps) {
  const newestY = view.line.at(-1)?.y ?? 0
  const figures = [
    { priceSteps: view.high, y: 8 },
    { priceSteps: Math.round((view.high + view.low) / 2), y: 48 },
    { priceSteps: view.low, y: 88 },
  ]
  return (
    <>
      {figures
        .filter(({ y }) => Math.abs(y - newestY) > REACH)
        .map(({ priceSteps, y }) => (
          <span key={y} className={`${AT_RIGHT} text-muted`} style={{ top: `${y}%` }}>
            {price(priceSteps)}
          </span>
        ))}
      <span className={`${AT_RIGHT} bg-selected-fill text-white`} style={{ top: `${newestY}%` }}>
        {price(last)}
      </span>
    </>
  )
}

const AT_RIGHT = 'absolute right-1 -translate-y-1/2 rounded-sm px-1 text-2xs tabular-nums'

interface RunningProps {
  readonly row: OptionRow
  readonly y: number
  readonly dueX: number | null
  readonly level: number
  readonly now: number
  readonly price: (priceSteps: number) => string
}

/**
 * Running option: label on the left, mark at its end time. An end beyond the visible range is labelled at the edge with
 * an arrow.
 */
function Running({ row, y, dueX, level, now, price }: RunningProps) {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  const dueAt = row.dueAt ?? 0
  const { fill, arrow } = TONES[row.direction]
  return (
    <>
      <span
        data-entry={row.orderNo}
        className={`absolute left-1 max-w-[75%] -translate-y-1/2 truncate rounded-sm px-1.5 text-2xs text-white tabular-nums ${fill}`}
        style={{ top: `${y}%` }}
      >
        <span aria-hidden="true">{arrow}</span> {t(row.direction)}{' '}
        <Hideable>{numbers.decimal(trimZeros(formatUnits(decodeAmount(row.stake), 6)))}</Hideable>
        {/* On a phone it would cover the line. */}
        <span className="max-sm:hidden"> · {price(row.entrySteps ?? 0)}</span> ·{' '}
        {t('seconds', { count: Math.max(0, Math.ceil((dueAt - now) / 1_000)) })}
      </span>
      <span
        data-due={row.orderNo}
        className="absolute -translate-x-full rounded-sm bg-raised px-1 text-2xs text-muted tabular-nums"
        style={{ left: `${Math.max(dueX ?? 100, 18)}%`, bottom: `${0.25 + level * 1.2}rem` }}
      >
        <Moment at={dueAt} form="clock" />
        {dueX === null && <span aria-hidden="true"> →</span>}
      </span>
    </>
  )
}
