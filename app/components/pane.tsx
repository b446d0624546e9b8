// Settings page frame for forms and lists: header, description, content.

import type { ReactNode } from 'react'
import { PageHeader } from './page-header'

const FRAMES = { form: 'mx-auto max-w-3xl lg:px-5 lg:py-3', lists: 'lg:px-5 lg:py-3' } as const

interface PaneProps {
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly backTo: string
  /** Actions of the page. */
  readonly end?: ReactNode
  /** Width and margins for pages outside the settings frame: form or list. */
  readonly frame?: keyof typeof FRAMES
  readonly children: ReactNode
}

export function Pane({ title, text, backTo, end, frame, children }: PaneProps) {
  return (
    <div className={`pb-8 ${frame ? FRAMES[frame] : ''}`}>
      <PageHeader title={title} backTo={backTo} end={end} />
      {text && <p className="px-4 pb-4 text-sm text-muted lg:px-0">{text}</p>}
      <div className="grid gap-5 px-4 lg:px-0">{children}</div>
    </div>
  )
}
