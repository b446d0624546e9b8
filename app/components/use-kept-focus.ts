// A row that is pressed away takes the focus with it, and the next Tab would begin at the top of the page. What held the row takes it.

import { useEffect, useRef } from 'react'

/** For the box around a list; the component that draws its rows calls it. The box needs `tabIndex={-1}`. */
export function useKeptFocus<Box extends HTMLElement>() {
  const box = useRef<Box>(null)
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      last.current =
        target instanceof Element && target !== box.current && box.current?.contains(target) ? target : null
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  useEffect(() => {
    if (!last.current || last.current.isConnected) return
    last.current = null
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  })
  return box
}
