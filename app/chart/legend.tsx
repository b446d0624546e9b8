// The figures of a candle on a line of their own, where the chart is too narrow to have them beside the candles: of the one that is
// pointed at, else of the newest.

import { useNumbers } from '../text/numbers'

export interface ShownCandle {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

const FIGURES = [
  ['O', 'open'],
  ['H', 'high'],
  ['L', 'low'],
  ['C', 'close'],
] as const

/** It has its height before there is a candle, so that the chart does not move. */
export function Legend({ candle, decimals }: { readonly candle: ShownCandle | null; readonly decimals: number }) {
  const numbers = useNumbers()
  return (
    <p
      data-legend
      className="flex h-6 shrink-0 items-center justify-between gap-2 px-2 text-2xs text-muted tabular-nums sm:hidden"
    >
      {candle &&
        FIGURES.map(([word, part]) => (
          <span key={word} className="whitespace-nowrap">
            {word} <span className="text-ink">{numbers.decimal(candle[part].toFixed(decimals))}</span>
          </span>
        ))}
    </p>
  )
}
