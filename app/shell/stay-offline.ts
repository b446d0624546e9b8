// Without a network a link leads nowhere: the visitor stays on the page that is here, and is told. Were it followed, the
// browser would put its own error page in the place of ours as soon as a script of the next page is missing.

import { useBlocker } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../components/toast'
import { currentNetwork } from '../live/network'
import { isDrawnHere } from '../site/revalidation'

/** Draws nothing: what it learns of every way that is taken would draw the whole frame anew. */
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

type Place = Readonly<{ pathname: string; search: string }>

/** A form of this very page is let through as well: it says itself that no answer came, and may be sent again. */
const canFollow = (from: Place, to: Place): boolean =>
  from.pathname === to.pathname && (viewOf(from) === viewOf(to) || isDrawnHere(to.pathname))

/** Without the name by which a form says that it means an index page. */
function viewOf({ search }: Place): string {
  const query = new URLSearchParams(search)
  query.delete('index')
  return query.toString()
}
