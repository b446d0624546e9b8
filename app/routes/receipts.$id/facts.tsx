// Facts of a receipt, one per line.

import type { ReactNode } from 'react'

export type ReceiptFact = readonly [label: string, value: ReactNode]

export function Facts({ rows }: { readonly rows: readonly ReceiptFact[] }) {
  return (
    <dl className="panel grid gap-2 p-4 text-sm">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 text-right">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
