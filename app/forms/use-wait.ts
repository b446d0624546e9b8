// Seconds until something may be done again.

import { useEffect, useRef, useState } from 'react'

/** Seconds that run down to zero by themselves. */
export function useWait(): readonly [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0)
  const endsAt = useRef(0)
  const isRunning = seconds > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(
      () => setSeconds(Math.max(0, Math.ceil((endsAt.current - performance.now()) / 1000))),
      250,
    )
    return () => clearInterval(timer)
  }, [isRunning])
  const [start] = useState(() => (wait: number) => {
    endsAt.current = performance.now() + wait * 1000
    setSeconds(wait)
  })
  return [seconds, start]
}
