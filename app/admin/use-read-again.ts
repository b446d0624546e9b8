// Automatic revalidation of a desk page while its tab is visible.

import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

const EVERY_MS = 5_000

export function useReadAgain(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) revalidate()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [revalidate])
}
