// A page of the settings that is more than a choice: its head, what it is for, and what stands on it.

import type { ReactNode } from 'react'
import { PageHeader } from './page-header'

interface PaneProps {
  readonly title: string
  readonly text?: ReactNode
  readonly backTo: string
  readonly children: ReactNode
}

export function Pane({ title, text, backTo, children }: PaneProps) {
  return (
    <div className="pb-8">
      <PageHeader title={title} backTo={backTo} />
      {text && <p className="px-4 pb-4 text-sm text-muted lg:px-0">{text}</p>}
      <div className="grid gap-5 px-4 lg:px-0">{children}</div>
    </div>
  )
}
