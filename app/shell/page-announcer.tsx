// Announces client-side navigation to screen readers: reads the new title and moves lost focus to the content. The
// browser itself announces the first page.

import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { usePlace } from './page-fade'

/** Rendered before the content, so that a field with autofocus takes precedence. */
export function PageAnnouncer() {
  const place = usePlace()
  const { pathname } = useLocation()
  const last = useRef(place)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (last.current === place) return
    last.current = place
    setTitle(document.title)
  }, [place])
  // Every pair has its own path and remounts the terminal.
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
