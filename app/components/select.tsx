// Native select for short lists: uses the phone's own picker and needs no scripts.

import type { ReactNode, SelectHTMLAttributes } from 'react'
import { FieldFrame } from './field'

export interface Option {
  readonly value: string
  readonly words: string
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'size'> {
  readonly options: readonly Option[]
}

interface SelectFieldProps extends SelectProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly problem?: string | undefined
}

export function SelectField({ label, hint, problem, options, className = '', ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem} className={className}>
      {(wiring) => (
        <select {...select} {...wiring} className="field">
          {options.map(optionOf)}
        </select>
      )}
    </FieldFrame>
  )
}

/** Select for a toolbar without a visible label; `label` is for screen readers. */
export function Select({ label, options, className = '', ...select }: SelectProps & { readonly label: string }) {
  return (
    <select {...select} aria-label={label} className={`field min-w-0 text-sm ${className}`}>
      {options.map(optionOf)}
    </select>
  )
}

const optionOf = ({ value, words }: Option) => (
  <option key={value} value={value}>
    {words}
  </option>
)
