// Loading line at the top: for answers slower than 800 ms and code chunks slower than 200 ms (spec §7, §9). A page
// whose chunk is missing after two minutes is abandoned with a message.

import { useFetchers, useLocation, useNavigate, useNavigation } from '@remix-run/react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { toastByName } from '../components/toast'
import { CHUNK_LIMIT_MS, isWaitingForPart, subscribeToWaiting } from '../live/patience'

const SHOW_AFTER_MS = 800
const SHOW_PART_AFTER_MS = 200

export function LoadingLine() {
  const { t } = useTranslation('ui')
  const { state } = useNavigation()
  const fetchers = useFetchers()
  const isWaiting = useSyncExternalStore(subscribeToWaiting, isWaitingForPart, () => false)
  const isPartLate = useIsLate(isWaiting, SHOW_PART_AFTER_MS)
  const isLate = useIsLate(state !== 'idle' || fetchers.some((fetcher) => fetcher.state !== 'idle'), SHOW_AFTER_MS)
  useChunkLimit(state === 'loading')
  return (
    <div role="status">
      {(isLate || isPartLate) && (
        <div data-testid="loading" className="fixed inset-x-0 top-0 z-overlay h-0.5 overflow-hidden bg-selected/25">
          <div className="loading-line h-full bg-selected" />
          <span className="sr-only">{t('loading')}</span>
        </div>
      )}
    </div>
  )
}

function useIsLate(isBusy: boolean, afterMs: number): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => setIsLate(true), afterMs)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isBusy, afterMs])
  return isLate
}

/**
 * Page data arrives or fails within a minute; beyond that only a code chunk can be pending. After the limit, navigation
 * is cancelled and the visitor stays on the current page.
 */
function useChunkLimit(isLoading: boolean): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => {
      toastByName('load_failed')
      navigate(pathname + search, { replace: true })
    }, CHUNK_LIMIT_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the place that is left stays the same while it loads
  }, [isLoading])
}
