// Server-rendered list that revalidates on account updates while scrolled to the top. Further down it stays unchanged
// and shows a "new rows" button.

import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Scroll offset (px) that still counts as the top. */
const TOP = 160

export interface FreshList {
  /** True when newer rows exist that are not displayed yet. */
  readonly hasNewRows: boolean
  readonly show: () => void
}

export function useFreshList(seq: number | undefined): FreshList {
  const { revalidate, state } = useRevalidator()
  const shown = useRef<number | undefined>(undefined)
  const [hasNewRows, setNewRows] = useState(false)

  const show = useCallback(() => {
    setNewRows(false)
    window.scrollTo({ top: 0 })
    revalidate()
  }, [revalidate])

  useEffect(() => {
    if (seq === undefined || seq === shown.current || state !== 'idle') return
    const isFirst = shown.current === undefined
    shown.current = seq
    if (isFirst) return
    if (window.scrollY < TOP) revalidate()
    else setNewRows(true)
  }, [seq, state, revalidate])

  return { hasNewRows, show }
}

/** Like `useFreshList` for pages without a list: revalidates at any scroll position. */
export function useFreshPage(seq: number | undefined): void {
  const { revalidate, state } = useRevalidator()
  const shown = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (seq === undefined || seq === shown.current || state !== 'idle') return
    const isFirst = shown.current === undefined
    shown.current = seq
    if (!isFirst) revalidate()
  }, [seq, state, revalidate])
}

/** Revalidates periodically while the page has pending items and the tab is visible. */
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
