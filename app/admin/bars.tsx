// A small chart of bars that the server draws: it needs no script, and says each value to whoever points at a bar or listens.

interface BarsProps {
  readonly label: string
  readonly bars: readonly { readonly key: string; readonly words: string; readonly value: number }[]
}

const HEIGHT = 100
const STEP = 10

/** Values only decide how high a bar is; what they are exactly is said in words. */
export function Bars({ label, bars }: BarsProps) {
  const highest = Math.max(1, ...bars.map(({ value }) => Math.abs(value)))
  return (
    <svg
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${bars.map(({ words }) => words).join(', ')}`}
      className="h-32 w-full"
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
  )
}
