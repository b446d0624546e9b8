// The facts of a line of the log, one under the other: a value breaks between its parts, and within one only when it is longer than a line.

import type { AuditFact } from './audit-words'

export function AuditFacts({ facts }: { facts: readonly AuditFact[] }) {
  if (facts.length === 0) return <>—</>
  return (
    <dl className="text-left text-xs wrap-break-word whitespace-normal lg:min-w-56">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="mr-1.5 inline text-muted">{label}</dt>
          <dd className="inline">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
