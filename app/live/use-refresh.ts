// Asks the server again while something on the page is still on its way, and only while somebody looks.

import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

export function useRefresh(everyMs: number, isWanted: boolean): void {
  const { revalidate, state } = useRevalidator()
  const isIdle = state === 'idle'
  useEffect(() => {
    if (!isWanted || !isIdle) return
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') revalidate()
    }, everyMs)
    return () => clearTimeout(timer)
  }, [everyMs, isWanted, isIdle, revalidate])
}
