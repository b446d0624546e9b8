// Empty state of a list: a message and an optional action.

import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'

interface EmptyProps {
  readonly icon: IconName
  readonly title?: ReactNode
  readonly children: ReactNode
  readonly action?: ReactNode
}

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center text-sm text-muted">
      <span className="grid size-14 place-items-center rounded-full bg-track">
        <Icon name={icon} className="size-7" />
      </span>
      {title && <p className="mt-1 text-base font-semibold text-ink">{title}</p>}
      <div className="empty-text">{children}</div>
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
