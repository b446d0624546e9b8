// "A new version is available" bar at the end of the frame, shown until accepted or postponed.

import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../components/button'
import { useSite } from '../site/site'
import { lookOf } from './app-links'
import { isReleaseWaiting, leaveRelease, subscribeToRelease, takeRelease, sendLook } from './release'

export function ReleaseBar() {
  const { t } = useTranslation('pwa')
  const isWaiting = useSyncExternalStore(subscribeToRelease, isReleaseWaiting, () => false)
  useLook()
  return (
    <div role="status">
      {isWaiting && (
        <div className="fixed inset-x-3 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-overlay mx-auto flex max-w-md flex-wrap items-center gap-2 rounded-xl border border-line bg-raised p-3 shadow-float lg:bottom-6">
          <p className="min-w-40 flex-1 px-1 text-sm font-medium">{t('update_text')}</p>
          <Button variant="plain" onClick={leaveRelease}>
            {t('update_later')}
          </Button>
          <Button variant="brand" onClick={takeRelease}>
            {t('update_reload')}
          </Button>
        </div>
      )}
    </div>
  )
}

function useLook(): void {
  const { language, theme } = useSite()
  useEffect(() => void sendLook(lookOf(language, theme)), [language, theme])
}
