// Says that nothing on the page can be fresh: the device is offline, or the server does not answer.

import { useEffect, useRef } from 'react'
import { Icon } from '../components/icon'
import { toast } from '../components/toast'
import { useNetwork } from '../live/network'
import { useWords } from '../text/words'

export function OfflineBanner() {
  const say = useWords('shell')
  const network = useNetwork()
  const isOnline = network === 'online'
  const wasOnline = useRef(true)
  useEffect(() => {
    if (isOnline && !wasOnline.current) toast(say('back_online'), { tone: 'good' })
    wasOnline.current = isOnline
  }, [isOnline, say])
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-graphite px-4 py-2 text-center text-sm font-medium text-white">
          <Icon name="warning" className="size-4.5" />
          {say(network === 'offline' ? 'offline_banner' : 'server_away_banner')}
        </p>
      )}
    </div>
  )
}
