// Page parts that need scripts: inert placeholders until scripts run; code needed only after a touch is fetched then.

import { startTransition, useEffect, useState } from 'react'
import { awaitPart } from '../live/patience'
import { toastByName } from './toast'

/** True once hydration finished: components mounted later are interactive at once. */
let isPageAlive = false

/**
 * False on the server and while hydrating, true shortly after. Rendered in slices, so that a tap during hydration is
 * handled promptly.
 */
export function useAlive(): boolean {
  const [isAlive, setAlive] = useState(isPageAlive)
  useEffect(() => {
    isPageAlive = true
    startTransition(() => setAlive(true))
  }, [])
  return isAlive
}

/**
 * Calls `load()` once `isWanted` is true; returns null until the module arrives. A failed load calls `onFailure`
 * (default: a toast) and is retried on the next request.
 */
export function useLoaded<Module>(
  load: () => Promise<Module>,
  isWanted: boolean,
  onFailure: () => void = sayFailed,
): Module | null {
  const [module, setModule] = useState<Module | null>(null)
  useEffect(() => {
    if (!isWanted || module) return
    let isCurrent = true
    awaitPart(load()).then(
      (loaded) => isCurrent && setModule(loaded),
      // Offline, or a newer release took the file away.
      () => isCurrent && onFailure(),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only the wish decides; both functions are the same in every drawing
  }, [isWanted, module])
  return module
}

const sayFailed = () => toastByName('load_failed')
