// Server-rendered bar chart without scripts; each bar has a tooltip and an accessible label with its value.

interface BarsProps {
  readonly label: string
  /** Axis labels: highest value, first and last bar. */
  readonly axes: { readonly highest: string; readonly from: string; readonly until: string }
  readonly bars: readonly { readonly key: string; readonly words: string; readonly value: number }[]
}

const HEIGHT = 100
const STEP = 10

/** Numeric values only set bar heights; `words` holds the exact value. */
export function Bars({ label, axes, bars }: BarsProps) {
  const highest = Math.max(1, ...bars.map(({ value }) => Math.abs(value)))
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-2xs text-muted tabular-nums">
      <div aria-hidden="true" className="flex flex-col justify-between text-right leading-none">
        <span>{axes.highest}</span>
        <span>0</span>
      </div>
      <svg
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${bars.map(({ words }) => words).join(', ')}`}
        className="h-32 w-full border-b border-line"
      >
        {bars.map(({ key, words, value }, index) => {
          const height = Math.max(value === 0 ? 1 : 3, (Math.abs(value) / highest) * HEIGHT)
          return (
            <rect
              key={key}
              x={index * STEP + 1}
              y={HEIGHT - height}
              width={STEP - 2}
              height={height}
              rx="1"
              className={value < 0 ? 'fill-bad' : value === 0 ? 'fill-line-strong' : 'fill-selected'}
            >
              <title>{words}</title>
            </rect>
          )
        })}
      </svg>
      <div aria-hidden="true" className="col-start-2 mt-1 flex justify-between">
        <span>{axes.from}</span>
        <span>{axes.until}</span>
      </div>
    </div>
  )
}
