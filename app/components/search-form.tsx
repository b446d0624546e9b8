// Search over a list on the page: filters while typing; without scripts the server filters by `q`.

import { Form } from '@remix-run/react'
import { Button } from './button'
import { Icon } from './icon'

interface SearchFormProps {
  /** Name of the field, also shown in it. */
  readonly label: string
  readonly send: string
  readonly typed: string
  readonly onType: (text: string) => void
}

export function SearchForm({ label, send, typed, onType }: SearchFormProps) {
  return (
    <Form role="search" className="flex gap-2 px-4 pb-4 lg:px-0">
      <label className="relative min-w-0 flex-1">
        <span className="sr-only">{label}</span>
        <Icon name="search" className="absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted" />
        <input
          type="search"
          name="q"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          placeholder={label}
          className="field pl-10!"
        />
      </label>
      <Button className="shrink-0">{send}</Button>
    </Form>
  )
}
