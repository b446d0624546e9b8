// Blocks navigation while offline, with a toast. Otherwise a missing script chunk of the next page would make the
// browser show its own error page.

import { useBlocker } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../components/toast'
import { currentNetwork } from '../live/network'
import { isDrawnHere } from '../site/revalidation'

/** Renders nothing: `useBlocker` re-renders on every navigation, which would otherwise re-render the frame. */
export function StayOffline(): null {
  const { t } = useTranslation('shell')
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentNetwork() === 'offline' && !canFollow(currentLocation, nextLocation),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    toast(t('offline_stay'), { tone: 'bad' })
  }, [blocker, t])
  return null
}

type PageAddress = Readonly<{ pathname: string; search: string }>

/** Form submits to the same page are allowed: the form reports a missing answer itself and can be sent again. */
const canFollow = (from: PageAddress, to: PageAddress): boolean =>
  from.pathname === to.pathname && (viewOf(from) === viewOf(to) || isDrawnHere(to.pathname))

/** Query without `index`, which Remix adds to form actions of index routes. */
function viewOf({ search }: PageAddress): string {
  const query = new URLSearchParams(search)
  query.delete('index')
  return query.toString()
}
