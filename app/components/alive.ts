// Whether scripts run yet: what needs them stays out of reach until they do, in its place so that nothing moves.

import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False on the server and while hydrating, true from then on. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
