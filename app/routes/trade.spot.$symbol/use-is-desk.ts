// Whether the screen is wide enough for the terminal of a desk; the server does not know and draws for a phone.

import { useSyncExternalStore } from 'react'

const DESK = '(min-width: 64rem)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(DESK)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useIsDesk = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(DESK).matches,
    () => false,
  )
