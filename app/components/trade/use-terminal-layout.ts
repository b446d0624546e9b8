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

/** Whether the screen is wide enough for the terminal's side-by-side panels. The server cannot know and renders the phone layout. */
const WIDE = '(min-width: 64rem)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
