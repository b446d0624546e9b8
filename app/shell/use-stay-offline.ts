// Without a network a link leads nowhere: the visitor stays on the page that is here, and is told. Were it followed, the
// browser would put its own error page in the place of ours as soon as a script of the next page is missing.

import { useBlocker } from '@remix-run/react'
import { useEffect } from 'react'
import { toast } from '../components/toast'
import { currentNetwork } from './network'
import { useWords } from '../text/words'

export function useStayOffline(): void {
  const say = useWords('shell')
  // A form of this very page is let through: it says itself that no answer came, and may be sent again.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentNetwork() === 'offline' && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    toast(say('offline_stay'), { tone: 'bad' })
  }, [blocker, say])
}
