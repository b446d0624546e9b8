// Whether automatic motion may run. It stops for reduced-motion users, while paused, hovered or focused, and in hidden
// tabs.

import { type FocusEvent, startTransition, useEffect, useRef, useState } from 'react'

export interface Motion {
  /** False under `prefers-reduced-motion`: nothing moves, so no pause button is needed. */
  readonly isWelcome: boolean
  readonly isPaused: boolean
  readonly togglePaused: () => void
  readonly isMoving: boolean
  /** Props of the element whose hover or focus pauses motion. */
  readonly holders: {
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: () => void
    readonly onBlur: (event: FocusEvent) => void
  }
}

const QUERY = '(prefers-reduced-motion: reduce)'

/** Nothing moves before scripts run. */
export function useReducedMotion(): boolean {
  const [isReduced, setReduced] = useState(true)
  useEffect(() => {
    const query = matchMedia(QUERY)
    const read = () => startTransition(() => setReduced(query.matches))
    read()
    query.addEventListener('change', read)
    return () => query.removeEventListener('change', read)
  }, [])
  return isReduced
}

export function useMotion(): Motion {
  const isReduced = useReducedMotion()
  const [isPaused, setPaused] = useState(false)
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  return {
    isWelcome: !isReduced,
    isPaused,
    togglePaused: () => setPaused(!isPaused),
    isMoving: !isReduced && !isPaused && !isPointed && !isFocused,
    holders: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }) =>
        setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  }
}

/** Calls `step` every `everyMs` milliseconds while `isMoving`, but never in a hidden tab. */
export function useSteps(step: () => void, everyMs: number, isMoving: boolean): void {
  const latest = useRef(step)
  useEffect(() => {
    latest.current = step
  })
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => {
      if (!document.hidden) latest.current()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isMoving])
}
