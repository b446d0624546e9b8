// Candle figures on a separate line for narrow charts: the candle under the pointer, otherwise the newest.

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

/** Fixed height even before data loads, to avoid layout shift. */
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
