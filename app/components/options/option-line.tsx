// Price line of an option with entry and exit marks. Server-rendered.

interface OptionLineProps {
  /** Decimal text, ascending in time: the entry first, the exit last. */
  readonly prices: readonly string[]
  readonly isRight: boolean
  readonly labels: readonly [entry: string, exit: string]
}

const [WIDTH, HEIGHT, EDGE] = [320, 120, 12]

export function OptionLine({ prices, isRight, labels: [entryLabel, exitLabel] }: OptionLineProps) {
  // Each price becomes a pixel.
  const values = prices.map(Number)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (index: number) => EDGE + (index / Math.max(1, values.length - 1)) * (WIDTH - 2 * EDGE)
  const y = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - EDGE - ((value - low) / (high - low)) * (HEIGHT - 2 * EDGE)
  const [entry = 0] = values
  const exit = values.at(-1) ?? entry
  return (
    <figure className="panel p-3">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${entryLabel} ${prices[0]} · ${exitLabel} ${prices.at(-1)}`}
        className="w-full"
      >
        <line x1={EDGE} x2={WIDTH - EDGE} y1={y(entry)} y2={y(entry)} stroke="var(--muted)" strokeDasharray="4 3" />
        <polyline
          points={values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
          fill="none"
          stroke="var(--color-selected)"
          strokeWidth="1.5"
        />
        <circle cx={x(0)} cy={y(entry)} r="4" fill="var(--muted)" />
        <circle cx={x(values.length - 1)} cy={y(exit)} r="4" fill={isRight ? 'var(--up-fill)' : 'var(--down-fill)'} />
      </svg>
    </figure>
  )
}
