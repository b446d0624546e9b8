// A page of the desk that is read again by itself while somebody looks at it.

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
