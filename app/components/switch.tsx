// Checkbox with switch role and look.

import type { InputHTMLAttributes, ReactNode } from 'react'

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  readonly label: ReactNode
  readonly text?: ReactNode
}

export function Switch({ label, text, className = '', ...input }: SwitchProps) {
  return (
    <label className={`flex min-h-11 items-center justify-between gap-4 ${className}`}>
      <span className="min-w-0">
        {label}
        {text && <span className="block text-xs text-muted">{text}</span>}
      </span>
      <span className="relative h-6 w-11 shrink-0 rounded-full bg-line-strong transition has-checked:bg-selected-fill has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-selected has-disabled:opacity-50">
        <input
          {...input}
          type="checkbox"
          role="switch"
          className="peer absolute inset-0 size-full cursor-pointer opacity-0"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0.5 left-0.5 size-5 rounded-full bg-white shadow-card transition-transform peer-checked:translate-x-5"
        />
      </span>
    </label>
  )
}
