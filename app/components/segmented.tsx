// Two to four choices side by side: radio buttons that look like one control.

import type { ReactNode } from 'react'

interface Segment {
  readonly value: string
  readonly words: ReactNode
  /** Colour of the selected segment; a ticket's buy and sell sides have their own. */
  readonly tone?: 'plain' | 'buy' | 'sell'
}

interface SegmentedProps {
  /** Heard, not seen. */
  readonly label: string
  readonly name: string
  readonly options: readonly Segment[]
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (value: string) => void
  readonly className?: string
}

const CHOSEN = {
  plain: 'has-checked:bg-chosen has-checked:text-ink has-checked:shadow-card',
  buy: 'has-checked:bg-up-fill has-checked:text-white',
  sell: 'has-checked:bg-down-fill has-checked:text-white',
} as const

export function Segmented({ label, name, options, value, defaultValue, onChange, className = '' }: SegmentedProps) {
  return (
    <fieldset className={`grid auto-cols-fr grid-flow-col gap-0.5 rounded-lg bg-track p-0.5 ${className}`}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={`relative flex min-h-10 items-center justify-center rounded-md px-1 py-1 text-center text-sm leading-tight font-medium wrap-anywhere hyphens-auto text-muted transition has-focus-visible:outline-2 has-focus-visible:outline-selected hover:text-ink ${CHOSEN[option.tone ?? 'plain']}`}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            {...(value === undefined
              ? { defaultChecked: option.value === defaultValue }
              : { checked: option.value === value })}
            onChange={() => onChange?.(option.value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {option.words}
        </label>
      ))}
    </fieldset>
  )
}
