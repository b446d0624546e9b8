// Search over a list on the page: filters while typing; without scripts the server filters by `q`.

import { Form } from '@remix-run/react'
import { Button } from './button'
import { SearchField } from './search-field'

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
      <SearchField label={label} name="q" value={typed} onChange={(event) => onType(event.target.value)} />
      <Button className="shrink-0">{send}</Button>
    </Form>
  )
}
