// Definition lists of figures: label and amount on one line, or the label above its amount.

import type { ReactNode } from 'react'

export interface Figure {
  readonly key: string
  readonly label: ReactNode
  readonly value: ReactNode
  readonly isStrong?: boolean
}

const LOOKS = {
  wide: { list: 'grid gap-2', row: 'gap-x-4' },
  close: { list: 'grid gap-1.5', row: 'gap-x-3' },
  tight: { list: 'grid gap-1', row: 'gap-x-2' },
}

export function FigureList({
  rows,
  look = 'wide',
  className = 'panel p-4 text-sm',
}: {
  readonly rows: readonly Figure[]
  readonly look?: keyof typeof LOOKS
  readonly className?: string
}) {
  const { list, row } = LOOKS[look]
  return (
    <dl className={`${list} ${className}`}>
      {rows.map(({ key, label, value, isStrong }) => (
        <div key={key} className={`flex flex-wrap justify-between ${row} ${isStrong ? 'font-semibold' : ''}`}>
          <dt className={isStrong ? '' : 'text-muted'}>{label}</dt>
          <dd data-figure={key} className="ml-auto min-w-0 text-right tabular-nums">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** `className` gives columns, gaps and text size. */
export function FigureGrid({ rows, className }: { readonly rows: readonly Figure[]; readonly className: string }) {
  return (
    <dl className={`grid ${className}`}>
      {rows.map(({ key, label, value, isStrong }) => (
        <div key={key} className="flex min-w-0 flex-col justify-between">
          <dt className="text-xs text-muted">{label}</dt>
          <dd data-figure={key} className={`break-words tabular-nums ${isStrong ? 'font-semibold' : 'font-medium'}`}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
