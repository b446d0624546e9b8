// Live number that glows briefly on change, in a box of constant size.

import { useRef } from 'react'
import { compareDecimals } from '../text/decimal-text'

/** `value` is an unsigned decimal string, compared for the glow direction; `words` is the displayed text. */
export function Ticking({ value, words, className = '' }: { value: string; words: string; className?: string }) {
  const glow = useGlow(value)
  // The key restarts the animation on every change.
  return (
    <span key={glow.count} className={`rounded-sm ${glow.className} ${className}`}>
      {words}
    </span>
  )
}

const GLOWS = ['glow-down', '', 'glow-up'] as const

function useGlow(value: string): { count: number; className: string } {
  const last = useRef({ value, count: 0, className: '' })
  /* oxlint-disable react/refs -- the previous value decides this very render; state would draw every tick twice */
  if (last.current.value !== value) {
    const direction = compareDecimals(value, last.current.value)
    last.current = { value, count: last.current.count + 1, className: GLOWS[direction + 1] ?? '' }
  }
  return last.current
  /* oxlint-enable react/refs */
}
