// Turns a <details> into a menu: with scripts it closes on Escape, on a touch elsewhere, and when it loses focus.

import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react'

interface MenuBox {
  /** Props for the <details> element. */
  readonly wiring: {
    readonly ref: RefObject<HTMLDetailsElement>
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
  readonly close: () => void
}

export function useMenuBox(): MenuBox {
  const ref = useRef<HTMLDetailsElement>(null)
  const close = useCallback(() => {
    if (ref.current) ref.current.open = false
  }, [])
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (ref.current?.open && target instanceof Node && !ref.current.contains(target)) close()
    }
    // Capture phase, because the target may stop propagation.
    document.addEventListener('pointerdown', closeOutside, true)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside, true)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [close])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !ref.current?.open) return
    event.stopPropagation()
    close()
    ref.current.querySelector('summary')?.focus()
  }
  return { wiring: { ref, onKeyDown }, close }
}
