// Break-even chart of an investment: its payout by fixing price against the value of holding the invested asset. Both
// lines use the settlement functions. Rendered on the server.

import { useTranslation } from 'react-i18next'
import { type InvestNumbers, breakEven, investPayout } from '#domain/invest/settlement'

const [WIDTH, HEIGHT, EDGE] = [320, 150, 14]
const POINTS = 41
/** Range of prices on either side of the strike price, as a ratio. */
const REACH = 0.15

interface BreakEvenChartProps {
  readonly numbers: InvestNumbers
  /** Current index price in steps; null while unknown. */
  readonly index: number | null
  /** "BTC". */
  readonly invested: string
  /** Writes a price. */
  readonly price: (priceSteps: number) => string
}

/** Payout and holding value in dollars as floats: pixel accuracy is enough for a chart. */
function valuesOf(numbers: InvestNumbers, priceSteps: number): readonly [own: number, keep: number] {
  const price = priceSteps / 10 ** numbers.priceDecimals
  const coins = (value: bigint) => (Number(value) / 10 ** numbers.baseScale) * price
  const dollars = (value: bigint) => Number(value) / 10 ** numbers.quoteScale
  const isBelow = priceSteps < numbers.strike
  const own = isBelow ? coins(investPayout(numbers, 'coin')) : dollars(investPayout(numbers, 'quote'))
  return [own, numbers.kind === 'call' ? coins(numbers.amount) : dollars(numbers.amount)]
}

export function BreakEvenChart({ numbers, index, invested, price }: BreakEvenChartProps) {
  const { t } = useTranslation('invest')
  const even = breakEven(numbers)
  const marks = [numbers.strike, even, ...(index === null ? [] : [index])]
  const low = Math.min(...marks, numbers.strike * (1 - REACH))
  const high = Math.max(...marks, numbers.strike * (1 + REACH))
  const prices = Array.from({ length: POINTS }, (_, place) => low + ((high - low) * place) / (POINTS - 1))
  const values = prices.map((each) => valuesOf(numbers, each))
  const all = values.flat()
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const x = (at: number) => EDGE + ((at - low) / (high - low)) * (WIDTH - 2 * EDGE)
  const y = (value: number) => HEIGHT - EDGE - ((value - least) / (most - least || 1)) * (HEIGHT - 2 * EDGE)
  const line = (which: 0 | 1) =>
    prices.map((at, place) => `${x(at).toFixed(1)},${y(values[place]?.[which] ?? 0).toFixed(1)}`).join(' ')
  const better = t(numbers.kind === 'call' ? 'better_call' : 'better_put', { price: price(even), asset: invested })
  return (
    <figure className="grid gap-2">
      <figcaption className="text-xs font-medium">{t('chart')}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={better} className="w-full">
        <line
          x1={x(numbers.strike)}
          x2={x(numbers.strike)}
          y1={EDGE}
          y2={HEIGHT - EDGE}
          stroke="var(--muted)"
          strokeDasharray="3 3"
        />
        <line
          x1={x(even)}
          x2={x(even)}
          y1={EDGE}
          y2={HEIGHT - EDGE}
          stroke="var(--color-brand)"
          strokeDasharray="2 4"
        />
        <polyline points={line(1)} fill="none" stroke="var(--muted)" strokeWidth="1.5" />
        <polyline points={line(0)} fill="none" stroke="var(--color-selected)" strokeWidth="2" />
        {index !== null && <circle cx={x(index)} cy={y(valuesOf(numbers, index)[1])} r="3.5" fill="var(--muted)" />}
      </svg>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-2xs text-muted">
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="h-0.5 w-4 bg-selected" />
          {t('chart_this')}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="h-0.5 w-4 bg-muted" />
          {t('chart_keep', { asset: invested })}
        </span>
      </p>
      <p className="text-xs text-muted">{better}</p>
    </figure>
  )
}
