// One or two amounts over time, as lines rendered on the server: profit of traders, prices of an artwork. Pixels need no exact values; the
// scale's labels are exact.

import { dateWords } from '../text/dates'
import { useSite } from '../site/site'

const [WIDTH, HEIGHT, EDGE] = [640, 200, 8]

interface CurveLine {
  readonly name: string
  /** Times (ms) with the amount in its smallest unit, as integer text, oldest first. */
  readonly points: readonly { readonly at: number; readonly units: string }[]
}

interface ResultCurveProps {
  readonly lines: readonly CurveLine[]
  /** Read by screen readers. */
  readonly label: string
  /** Writes an amount of the scale. */
  readonly write: (units: bigint) => string
  /** Amounts are won and lost: the scale includes zero, and a single line is coloured by its end. */
  readonly isResult?: boolean
}

const COMPARED = ['stroke-selected', 'stroke-brand [stroke-dasharray:6_4]'] as const
const SWATCHES = ['border-selected', 'border-brand border-dashed'] as const

/** Null with fewer than two times. */
export function ResultCurve({ lines, label, write, isResult = false }: ResultCurveProps) {
  const times = lines.flatMap(({ points }) => points.map(({ at }) => at))
  const all = lines.flatMap(({ points }) => points.map(({ units }) => BigInt(units)))
  if (isResult) all.push(0n)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  if (times.length < 2 || first === last) return null
  const low = all.reduce((least, each) => (each < least ? each : least))
  const high = all.reduce((most, each) => (each > most ? each : most))
  const x = (at: number) => EDGE + ((at - first) / (last - first)) * (WIDTH - 2 * EDGE)
  const y = (units: bigint) =>
    high === low ? HEIGHT / 2 : HEIGHT - EDGE - (Number(units - low) / Number(high - low)) * (HEIGHT - 2 * EDGE)
  const base = isResult ? y(0n) : HEIGHT
  return (
    <figure className="grid gap-1">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          className="h-40 w-full lg:h-52"
        >
          {isResult && (
            <line
              {...{ x1: 0, x2: WIDTH, y1: base, y2: base }}
              stroke="var(--muted)"
              strokeDasharray="3 4"
              vectorEffect="non-scaling-stroke"
            />
          )}
          {lines.map(({ name, points }, place) => {
            const drawn = points.map(({ at, units }) => `${x(at).toFixed(1)},${y(BigInt(units)).toFixed(1)}`).join(' ')
            const [from, to] = [x(points[0]?.at ?? first).toFixed(1), x(points.at(-1)?.at ?? last).toFixed(1)]
            const tone = isResult ? (BigInt(points.at(-1)?.units ?? '0') < 0n ? 'down' : 'up') : 'selected'
            const isAlone = lines.length === 1
            return (
              <g key={name}>
                {isAlone && <polygon points={`${from},${base} ${drawn} ${to},${base}`} className={FILLS[tone]} />}
                <polyline
                  points={drawn}
                  fill="none"
                  strokeWidth="2"
                  vectorEffect="non-scaling-stroke"
                  className={isAlone ? STROKES[tone] : COMPARED[place]}
                />
              </g>
            )
          })}
        </svg>
        <Scale marks={[...new Set([high, ...(isResult ? [0n] : []), low])]} write={write} y={y} />
      </div>
      <figcaption className="grid gap-1 text-xs text-muted">
        <span className="flex justify-between gap-x-4">
          <DayOf at={first} />
          <DayOf at={last} />
        </span>
        {lines.length > 1 && (
          <span className="flex flex-wrap gap-x-4">
            {lines.map(({ name }, place) => (
              <span key={name} className="inline-flex min-w-0 items-center gap-1.5 break-words text-ink">
                <span aria-hidden="true" className={`w-5 shrink-0 border-t-2 ${SWATCHES[place]}`} />
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
    </figure>
  )
}

const FILLS = { up: 'fill-up/12', down: 'fill-down/12', selected: 'fill-selected/12' } as const
const STROKES = { up: 'stroke-up', down: 'stroke-down', selected: 'stroke-selected' } as const
/** Labels nearer than this share of the height would touch. */
const APART = 0.13

interface ScaleProps {
  /** The highest first; the ends are always labelled. */
  readonly marks: readonly bigint[]
  readonly write: (units: bigint) => string
  readonly y: (units: bigint) => number
}

function Scale({ marks, write, y }: ScaleProps) {
  const [top, bottom] = [y(marks[0] ?? 0n), y(marks.at(-1) ?? 0n)]
  const isApart = (at: number) => Math.min(at - top, bottom - at) > HEIGHT * APART
  const shown = marks.filter((mark, place) => place === 0 || place === marks.length - 1 || isApart(y(mark)))
  return (
    <div aria-hidden="true" className="relative min-w-max text-2xs text-muted tabular-nums">
      {shown.map((mark) => (
        <span key={String(mark)}>
          {/* Holds the width; the label itself stands at its height. */}
          <span className="invisible block h-0">{write(mark)}</span>
          <span
            className="absolute left-0 -translate-y-1/2 leading-none"
            style={{ top: `clamp(0.4rem, ${((y(mark) / HEIGHT) * 100).toFixed(1)}%, calc(100% - 0.4rem))` }}
          >
            {write(mark)}
          </span>
        </span>
      ))}
    </div>
  )
}

/** A day of UTC. */
function DayOf({ at }: { readonly at: number }) {
  return <span>{dateWords(at, { ...useSite(), offset: 0 })}</span>
}
