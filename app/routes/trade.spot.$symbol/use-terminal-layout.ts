// The visitor's arrangement of the screen, as the server drew it and as it is changed since; every change is kept at once.

import { useCallback, useEffect, useState } from 'react'
import { choiceCookie } from '../../choice-cookies'
import { TERMINAL_LAYOUT_COOKIE, type TerminalLayout, formatTerminalLayout } from '../../terminal-layout'

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
