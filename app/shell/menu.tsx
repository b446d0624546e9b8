// Top bar dropdown menu. A <details> element, so it opens without scripts; with scripts it also closes by Escape,
// outside tap, focus loss and navigation.

import { useLocation } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useMenuBox } from './use-menu-box'

interface MenuProps {
  readonly label: string
  /** What the button shows. */
  readonly face: ReactNode
  /** Side on which menu and button are aligned. */
  readonly side?: 'left' | 'right'
  readonly isSelected?: boolean
  readonly children: ReactNode
}

export function Menu({ label, face, side = 'right', isSelected = false, children }: MenuProps) {
  const { wiring, close } = useMenuBox()
  const { key } = useLocation()
  const drawn = useRef(key)
  useEffect(() => {
    // Opened before scripts ran, it stays open: only another page closes it.
    if (drawn.current !== key) close()
    drawn.current = key
  }, [key, close])
  return (
    <details {...wiring} className="group md:relative">
      <summary
        aria-label={label}
        title={label}
        className={`flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-lg px-1.5 transition group-open:bg-raised group-open:text-ink hover:bg-raised hover:text-ink ${
          isSelected ? 'text-selected-text' : 'text-muted'
        }`}
      >
        {face}
      </summary>
      <div
        className={`appear absolute inset-x-3 top-full z-bar mt-1.5 max-h-[calc(100dvh-9.5rem-env(safe-area-inset-bottom))] overflow-y-auto rounded-xl border border-line bg-surface p-2 shadow-float md:w-72 lg:max-h-[calc(100dvh-6rem)] ${
          side === 'right' ? 'md:right-0 md:left-auto' : 'md:right-auto md:left-0'
        }`}
      >
        {children}
      </div>
    </details>
  )
}

/** Classes of a link or button in a menu. */
export const MENU_ITEM =
  'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left text-sm font-medium transition hover:bg-raised'
