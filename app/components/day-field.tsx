// Date input for toolbars, with its label inside the box.

import type { InputHTMLAttributes } from 'react'

interface DayFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  readonly label: string
}

export function DayField({ label, ...input }: DayFieldProps) {
  return (
    <label className="field grid min-w-0 py-1">
      <span className="text-2xs leading-none text-muted">{label}</span>
      <input
        {...input}
        type="date"
        min="2020-01-01"
        max="2099-12-31"
        className="h-6 w-full min-w-0 bg-transparent text-sm outline-none"
      />
    </label>
  )
}
