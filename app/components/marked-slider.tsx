// Slider with labelled marks at equal distances. Needs scripts.

import type { CSSProperties } from 'react'
import { useAlive } from './use-alive'

interface Mark {
  readonly at: number
  readonly words: string
  /** For screen readers. */
  readonly label: string
}

interface MarkedSliderProps {
  readonly label: string
  /** Whole, 0 to `max`. */
  readonly value: number
  readonly max: number
  readonly valueText: string
  readonly marks: readonly Mark[]
  readonly onValue: (value: number) => void
}

export function MarkedSlider({ label, value, max, valueText, marks, onValue }: MarkedSliderProps) {
  const isAlive = useAlive()
  return (
    <div className={isAlive ? '' : 'invisible'}>
      <input
        type="range"
        min={0}
        max={max}
        step={1}
        value={value}
        aria-label={label}
        aria-valuetext={valueText}
        onChange={(event) => onValue(Number(event.target.value))}
        className="percent-slider block"
        // A custom CSS property of the slider, which React's type does not include.
        style={{ '--percent': max === 0 ? 0 : (value * 100) / max } as CSSProperties}
      />
      <div className="flex justify-between">
        {marks.map(({ at, words, label: spoken }) => (
          <button
            key={at}
            type="button"
            onClick={() => onValue(at)}
            aria-label={spoken}
            className="-mx-2.25 -mt-1 min-h-9 min-w-9 text-2xs first:pl-2.25 first:text-left last:pr-2.25 last:text-right text-muted hover:text-ink"
          >
            {words}
          </button>
        ))}
      </div>
    </div>
  )
}
