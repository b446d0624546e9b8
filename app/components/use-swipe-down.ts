// Swipe gesture on a sheet's header: the sheet follows the finger and closes after a long or fast pull.

import { type PointerEvent, useRef } from 'react'

const FAR_PX = 96
const FAST_PX_PER_MS = 0.6

interface Pull {
  readonly y: number
  readonly at: number
}

/** Spread `handle` on the element to drag; `body` is the ref of the moving element. */
export function useSwipeDown(onClose: () => void) {
  const body = useRef<HTMLDivElement>(null)
  const pull = useRef<Pull | null>(null)
  const move = (y: number) => {
    if (!body.current) return
    body.current.style.transform = y > 0 ? `translateY(${y}px)` : ''
    body.current.style.transition = y > 0 ? 'none' : 'transform 200ms'
  }
  const end = (event: PointerEvent, isKept: boolean) => {
    const start = pull.current
    pull.current = null
    if (!start) return
    const distance = event.clientY - start.y
    const isFast = distance > 24 && distance / (event.timeStamp - start.at) > FAST_PX_PER_MS
    if (!isKept && (distance > FAR_PX || isFast)) onClose()
    else move(0)
  }
  const handle = {
    onPointerDown(event: PointerEvent) {
      // Ignore buttons in the header, and mouse input, which has the close button.
      if (event.pointerType === 'mouse' || (event.target instanceof Element && event.target.closest('button'))) return
      pull.current = { y: event.clientY, at: event.timeStamp }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      if (pull.current) move(event.clientY - pull.current.y)
    },
    onPointerUp: (event: PointerEvent) => end(event, false),
    onPointerCancel: (event: PointerEvent) => end(event, true),
  }
  return { body, handle }
}
