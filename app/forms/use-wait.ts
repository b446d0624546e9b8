// Countdown until another code may be requested.

import { useEffect, useRef, useState } from 'react'
import type { Refusal } from '#domain/outcome'

interface WaitAnswer {
  /** Zero when no wait applies. */
  readonly waitSeconds: number
}

/** Countdown restarted by each answer, and its stop function, for a changed address. */
export function useWait(answer: WaitAnswer | undefined): readonly [number, () => void] {
  const [seconds, setSeconds] = useState(0)
  const endsAt = useRef(0)
  const stoppedFor = useRef<WaitAnswer>()
  const isRunning = seconds > 0
  // Also covers a form submitted before hydration, whose answer is part of the page. Input events replay before this
  // effect, so a changed address has already stopped the wait.
  useEffect(() => {
    if (!answer || answer.waitSeconds === 0 || answer === stoppedFor.current) return
    endsAt.current = performance.now() + answer.waitSeconds * 1000
    setSeconds(answer.waitSeconds)
  }, [answer])
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(
      () => setSeconds(Math.max(0, Math.ceil((endsAt.current - performance.now()) / 1000))),
      250,
    )
    return () => clearInterval(timer)
  }, [isRunning])
  const stop = () => {
    stoppedFor.current = answer
    setSeconds(0)
  }
  return [seconds, stop]
}

/** Longer waits are shown as text instead of a countdown button. */
const WAIT_SECONDS_MAX = 60

export function waitSecondsOf({ facts }: Refusal): number {
  const seconds = Number(facts['seconds'] ?? 0)
  return seconds <= WAIT_SECONDS_MAX ? seconds : 0
}
