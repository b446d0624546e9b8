// Visitor's terminal layout: initial value from the server; each change is saved at once.

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { choiceCookie } from '../../visitor/choice-cookies'
import { TERMINAL_LAYOUT_COOKIE, type TerminalLayout, formatTerminalLayout } from '../../visitor/terminal-layout'

export function useTerminalLayout(
  drawn: TerminalLayout,
): readonly [TerminalLayout, (part: Partial<TerminalLayout>) => void] {
  const [first] = useState(drawn)
  const [layout, setLayout] = useState(first)
  const change = useCallback((part: Partial<TerminalLayout>) => setLayout((before) => ({ ...before, ...part })), [])
  useEffect(() => {
    if (layout !== first) document.cookie = choiceCookie(TERMINAL_LAYOUT_COOKIE, formatTerminalLayout(layout))
  }, [layout, first])
  return [layout, change]
}

const SIGNS = ['pointermove', 'keydown', 'focusin'] as const

/** False until the first pointer move, key or focus; code needed only for interaction is fetched then. */
export function useTouched(): boolean {
  const [isTouched, setIsTouched] = useState(false)
  useEffect(() => {
    const note = () => setIsTouched(true)
    for (const sign of SIGNS) window.addEventListener(sign, note)
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, note)
    }
  }, [])
  return isTouched
}

/** Width from which the panels of a terminal stand side by side. */
export type WideFrom = '48rem' | '64rem'

function subscribeTo(width: WideFrom, listener: () => void): () => void {
  const query = widerThan(width)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const widerThan = (width: WideFrom): MediaQueryList => window.matchMedia(`(min-width: ${width})`)

/** Whether the screen is that wide. The server cannot know and renders the phone layout. */
export function useIsWide(from: WideFrom = '64rem'): boolean {
  const subscribe = useCallback((listener: () => void) => subscribeTo(from, listener), [from])
  return useSyncExternalStore(
    subscribe,
    () => widerThan(from).matches,
    () => false,
  )
}
