// Fields of an input or an answer, those of an object set in below it.

import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../reference/fields.server'

interface FieldRowsProps {
  readonly title: string
  readonly fields: readonly Field[]
  /** In place of no fields. */
  readonly otherwise?: string
}

const INDENT_REM = 0.9

export function FieldRows({ title, fields, otherwise }: FieldRowsProps) {
  const id = useId()
  if (fields.length === 0 && !otherwise) return null
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="pb-2 text-base font-semibold">
        {title}
      </h2>
      {fields.length === 0 ? (
        <p className="text-sm text-muted">{otherwise}</p>
      ) : (
        <dl className="panel divide-y divide-line text-xs">
          {fields.map((field) => (
            <Row key={`${field.place}.${field.path}`} field={field} />
          ))}
        </dl>
      )}
    </section>
  )
}

function Row({ field: { name, depth, place, isRequired, type, bounds, text } }: { field: Field }) {
  const { t } = useTranslation('reference')
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3 px-3 py-2">
      <dt style={{ paddingLeft: `${depth * INDENT_REM}rem` }} className="wrap-anywhere">
        <code className="font-semibold">{name}</code>
        {place !== '' && (
          <span className="block text-muted">
            <code>{place}</code>
            {isRequired && ` · ${t('required')}`}
          </span>
        )}
      </dt>
      <dd className="min-w-0 wrap-anywhere">
        <code>{type}</code>
        {bounds.length > 0 && <code className="block text-muted">{bounds.join(', ')}</code>}
        {text !== '' && (
          <span lang="en" className="block text-muted">
            {text}
          </span>
        )}
      </dd>
    </div>
  )
}
