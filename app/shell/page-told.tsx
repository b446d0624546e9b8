// A page that comes without a new document is told to those who do not see it come: its title is read out, and the focus that went
// with the link that was pressed goes to the content. What was drawn first is read by the browser itself.

import { useEffect, useRef, useState } from 'react'
import { usePlace } from './page-fade'

/** Stands before the content: a field there that takes the focus itself has the last word. */
export function PageTold() {
  const place = usePlace()
  const last = useRef(place)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (last.current === place) return
    last.current = place
    setTitle(document.title)
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
  }, [place])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
