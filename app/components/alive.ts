// Whether scripts run yet: what needs them stays out of reach until they do, in its place so that nothing moves.

import { startTransition, useEffect, useState } from 'react'

/** The page that the server drew has come alive: what is drawn from now on is alive at once. */
let isPageAlive = false

/** False on the server and while hydrating, true soon after: drawn in slices, so that a tap on a page just come alive is not kept waiting. */
export function useAlive(): boolean {
  const [isAlive, setAlive] = useState(isPageAlive)
  useEffect(() => {
    isPageAlive = true
    startTransition(() => setAlive(true))
  }, [])
  return isAlive
}
