// Lines of a review step and its receipt: label and value, with a rule between them.

import type { ReactNode } from 'react'

interface FactListProps {
  readonly className?: string
  readonly children: ReactNode
}

/** `children`: one `Fact` per line. */
export const FactList = ({ className = '', children }: FactListProps) => (
  <dl className={`divide-y divide-line text-sm ${className}`}>{children}</dl>
)

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className="min-w-0 text-right break-words">{children}</dd>
    </div>
  )
}
