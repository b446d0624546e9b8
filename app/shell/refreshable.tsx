// Page with pull-to-refresh: revalidates its loaders.

import { useRevalidator } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { PullToRefresh } from '../components/pull-to-refresh'

export function Refreshable({ children }: { readonly children: ReactNode }) {
  const { revalidate, state } = useRevalidator()
  const onAnswered = useRef<() => void>(undefined)
  useEffect(() => {
    if (state !== 'idle') return
    onAnswered.current?.()
    onAnswered.current = undefined
  }, [state])
  const onRefresh = () =>
    new Promise<void>((resolve) => {
      onAnswered.current = resolve
      revalidate()
    })
  return <PullToRefresh onRefresh={onRefresh}>{children}</PullToRefresh>
}
