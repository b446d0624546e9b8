// Status page instead of content: icon, short text, links.

import type { ReactNode } from 'react'
import { Icon, type IconName } from '../components/icon'

interface StatusPageProps {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  /** "404", for support requests. */
  readonly code?: string
  readonly children: ReactNode
}

export function StatusPage({ icon, title, text, code, children }: StatusPageProps) {
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-2xl flex-col items-center justify-center px-5 py-12 text-center">
      <span className="grid size-20 place-items-center rounded-full border border-line bg-surface text-muted">
        <Icon name={icon} className="size-10" />
      </span>
      {code && <p className="mt-5 text-sm font-semibold text-muted">{code}</p>}
      <h1 className={`text-2xl font-bold text-balance ${code ? 'mt-1' : 'mt-5'}`}>{title}</h1>
      <p className="mt-2 text-muted text-pretty">{text}</p>
      <div className="ways-on">{children}</div>
    </div>
  )
}
