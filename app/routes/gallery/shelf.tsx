// One component in the gallery: its file name, and its states.

import type { ReactNode } from 'react'

export function Shelf({ name, children, isWide = false }: { name: string; children: ReactNode; isWide?: boolean }) {
  return (
    <section
      id={name}
      className={`panel mb-4 grid break-inside-avoid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 lg:p-5 ${isWide ? 'mt-4 [column-span:all]' : ''}`}
    >
      <h2 lang="en" className="font-mono text-xs text-muted">
        {name}
      </h2>
      {children}
    </section>
  )
}
