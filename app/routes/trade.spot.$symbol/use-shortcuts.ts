// React's end of the keys.

import { useEffect, useRef } from 'react'
import type { ShortcutName } from './shortcuts'

export function useShortcuts(act: (name: ShortcutName) => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    void import('./shortcuts').then(
      ({ listenToShortcuts }) => {
        if (!isGone) stop = listenToShortcuts((name) => latest.current(name))
      },
      // Without the keys everything is still within reach.
      () => undefined,
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [])
}
