// What stands where a list would be.

import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'

export function Empty({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-10 text-center text-sm text-muted">
      <Icon name={icon} className="size-8 opacity-60" />
      <div>{children}</div>
    </div>
  )
}
