// Pull-to-refresh gesture: reloads the page data. Touch only; desktop has a reload button.

import { type ReactNode, type TouchEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon'

interface PullToRefreshProps {
  readonly onRefresh: () => Promise<void>
  readonly children: ReactNode
}

const PULL_PX = 64
/** The page moves more slowly than the finger, by this divisor. */
const RESISTANCE = 2.2

export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const { t } = useTranslation('ui')
  const start = useRef<number | null>(null)
  const [pulledPx, setPulledPx] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const isFar = pulledPx >= PULL_PX
  useEffect(keepBrowserFromPulling, [])
  const onTouchStart = (event: TouchEvent) => {
    // Touches inside an open sheet bubble here too, but must not pull the page.
    const isOnPage = event.target instanceof Node && event.currentTarget.contains(event.target)
    const mayPull = window.scrollY <= 0 && isOnPage && !isBusy && event.touches.length === 1
    start.current = mayPull ? (event.touches[0]?.clientY ?? null) : null
  }
  const onTouchMove = (event: TouchEvent) => {
    if (start.current === null) return
    const distance = (event.touches[0]?.clientY ?? 0) - start.current
    setPulledPx(window.scrollY > 0 ? 0 : Math.max(0, Math.min(PULL_PX * 1.4, distance / RESISTANCE)))
  }
  const onTouchEnd = () => {
    start.current = null
    setPulledPx(0)
    if (!isFar) return
    setIsBusy(true)
    void onRefresh().finally(() => setIsBusy(false))
  }
  const words = isBusy ? t('refreshing') : isFar ? t('release_to_refresh') : t('pull_to_refresh')
  const height = isBusy ? PULL_PX : pulledPx
  return (
    <div
      onTouchStart={onTouchStart}
      onTouchMove={onTouchMove}
      onTouchEnd={onTouchEnd}
      onTouchCancel={() => {
        start.current = null
        setPulledPx(0)
      }}
    >
      <div
        style={{ height }}
        className={`overflow-hidden text-xs text-muted ${pulledPx > 0 ? '' : 'transition-[height] duration-200'}`}
      >
        {height > 0 && (
          <div role="status" className="flex h-16 items-center justify-center gap-2">
            {isBusy ? (
              <span aria-hidden="true" className="spinner text-base" />
            ) : (
              <Icon name="down" className={`size-4 transition-transform ${isFar ? 'rotate-180' : ''}`} />
            )}
            {words}
          </div>
        )}
      </div>
      {children}
    </div>
  )
}

/** Disables the browser's own pull-to-refresh, which reloads the document. */
function keepBrowserFromPulling(): () => void {
  const { style } = document.documentElement
  style.overscrollBehaviorY = 'contain'
  return () => {
    style.overscrollBehaviorY = ''
  }
}
