// A line at the top while something is on its way; it shows only when that takes longer than 800 ms (spec §7).

import { useFetchers, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

const SHOW_AFTER_MS = 800

export function LoadingLine() {
  const { t } = useTranslation('ui')
  const { state } = useNavigation()
  const fetchers = useFetchers()
  const isLate = useIsLate(state !== 'idle' || fetchers.some((fetcher) => fetcher.state !== 'idle'))
  return (
    <div role="status">
      {isLate && (
        <div data-testid="loading" className="fixed inset-x-0 top-0 z-overlay h-0.5 overflow-hidden bg-selected/25">
          <div className="loading-line h-full bg-selected" />
          <span className="sr-only">{t('loading')}</span>
        </div>
      )}
    </div>
  )
}

function useIsLate(isBusy: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => setIsLate(true), SHOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isBusy])
  return isLate
}
