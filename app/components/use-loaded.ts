// Code that a page needs only after a touch: fetched then, kept after.

import { useEffect, useState } from 'react'

/** `load()` once it is wanted; null until it is here. A failed fetch is told to `onFailure` and tried again at the next wish. */
export function useLoaded<Module>(
  load: () => Promise<Module>,
  isWanted: boolean,
  onFailure?: () => void,
): Module | null {
  const [module, setModule] = useState<Module | null>(null)
  useEffect(() => {
    if (!isWanted || module) return
    let isCurrent = true
    load().then(
      (loaded) => isCurrent && setModule(loaded),
      // Offline, or a newer release took the file away.
      () => isCurrent && onFailure?.(),
    )
    return () => {
      isCurrent = false
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only the wish decides; both functions are the same in every drawing
  }, [isWanted, module])
  return module
}
