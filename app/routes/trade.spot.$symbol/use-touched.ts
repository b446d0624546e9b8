// Whether somebody has begun to use the page: what only a hand needs is fetched then.

import { useEffect, useState } from 'react'

const SIGNS = ['pointermove', 'keydown', 'focusin'] as const

export function useTouched(): boolean {
  const [isTouched, setIsTouched] = useState(false)
  useEffect(() => {
    const note = () => setIsTouched(true)
    for (const sign of SIGNS) window.addEventListener(sign, note)
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, note)
    }
  }, [])
  return isTouched
}
