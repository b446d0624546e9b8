// A list drawn by the server that goes on while one looks: read again when the account tells something new, as long as the reader is
// at its top; further down nothing moves, and a word says that there is more.

import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Pixels: less is still "at the top". */
const TOP = 160

export interface FreshList {
  /** There is something new that is not shown yet. */
  readonly hasNews: boolean
  readonly show: () => void
}

export function useFreshList(seq: number | undefined): FreshList {
  const { revalidate, state } = useRevalidator()
  const shown = useRef<number | undefined>(undefined)
  const [hasNews, setNews] = useState(false)

  const show = useCallback(() => {
    setNews(false)
    window.scrollTo({ top: 0 })
    revalidate()
  }, [revalidate])

  useEffect(() => {
    if (seq === undefined || seq === shown.current || state !== 'idle') return
    const isFirst = shown.current === undefined
    shown.current = seq
    if (isFirst) return
    if (window.scrollY < TOP) revalidate()
    else setNews(true)
  }, [seq, state, revalidate])

  return { hasNews, show }
}

/** As `useFreshList` for a page whose state is one thing and no list: read again wherever the reader has scrolled to. */
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

/** Asks the server again while something on the page is still on its way, and only while somebody looks. */
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
