// Fade-in of a new page over 200 ms (spec §9). Switching spot markets does not fade, since only numbers change.

import { useLocation } from '@remix-run/react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const FADE_MS = 200
const useEffectBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

export function usePageFade(page: RefObject<HTMLElement | null>): void {
  const place = usePlace()
  const last = useRef(place)
  useEffectBeforePaint(() => {
    if (last.current === place) return
    last.current = place
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    page.current?.animate({ opacity: [0, 1] }, { duration: FADE_MS, easing: 'ease-out' })
  }, [page, place])
}

/** Path that identifies a page: all spot markets count as one. */
export function usePlace(): string {
  const { pathname } = useLocation()
  return pathname.startsWith('/trade/spot/') ? '/trade/spot' : pathname
}
