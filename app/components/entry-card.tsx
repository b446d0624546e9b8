// The frame of login, registration and password pages.

import type { ReactNode } from 'react'

export function EntryCard({ title, children, foot }: { title: string; children: ReactNode; foot?: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-md px-3 py-6 lg:py-12">
      <div className="panel p-5 lg:p-8">
        <h1 className="mb-5 text-xl font-bold">{title}</h1>
        {children}
      </div>
      {foot && <div className="mt-4 text-center text-sm text-muted">{foot}</div>}
    </div>
  )
}
