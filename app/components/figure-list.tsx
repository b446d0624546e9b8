// Definition list of figures: label and amount per line.

import type { ReactNode } from 'react'

export interface Figure {
  readonly key: string
  readonly label: ReactNode
  readonly value: ReactNode
  readonly isStrong?: boolean
}

export function FigureList({
  rows,
  className = 'panel p-4 text-sm',
}: {
  readonly rows: readonly Figure[]
  readonly className?: string
}) {
  return (
    <dl className={`grid gap-2 ${className}`}>
      {rows.map(({ key, label, value, isStrong }) => (
        <div key={key} className={`flex flex-wrap justify-between gap-x-4 ${isStrong ? 'font-semibold' : ''}`}>
          <dt className={isStrong ? '' : 'text-muted'}>{label}</dt>
          <dd data-figure={key} className="ml-auto min-w-0 text-right tabular-nums">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
