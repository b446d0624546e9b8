// React's end of the keys.

import { useEffect, useRef } from 'react'
import { type ShortcutName, listenToShortcuts } from './shortcuts'

export function useShortcuts(act: (name: ShortcutName) => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => listenToShortcuts((name) => latest.current(name)), [])
}
