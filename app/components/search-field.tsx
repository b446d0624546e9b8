// Search field with its icon; the label is for screen readers.

import type { ComponentProps } from 'react'
import { Icon } from './icon'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  readonly label: string
  /** Width of the field among its neighbours. */
  readonly width?: string
}

export const SearchField = ({ label, width = 'min-w-0 flex-1', ...input }: SearchFieldProps) => (
  <label className={`relative ${width}`}>
    <span className="sr-only">{label}</span>
    <Icon name="search" className="absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted" />
    <input type="search" placeholder={label} {...input} className="field pl-10!" />
  </label>
)
