// Offline banner: the device is offline, or the server does not answer.

import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icon'
import { toast } from '../components/toast'
import { useNetwork } from '../live/network'

export function OfflineBanner() {
  const { t } = useTranslation('shell')
  const network = useNetwork()
  const isOnline = network === 'online'
  const wasOnline = useRef(true)
  useEffect(() => {
    if (isOnline && !wasOnline.current) toast(t('back_online'), { tone: 'good' })
    wasOnline.current = isOnline
  }, [isOnline, t])
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-graphite px-4 py-2 text-center text-sm font-medium text-white">
          <Icon name="warning" className="size-4.5" />
          {t(network === 'offline' ? 'offline_banner' : 'server_away_banner')}
        </p>
      )}
    </div>
  )
}
