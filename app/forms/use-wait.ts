// Seconds until another code may be asked for.

import { useEffect, useRef, useState } from 'react'
import type { Refusal } from '#domain/outcome'

interface WaitAnswer {
  /** Zero when there is no waiting. */
  readonly waitSeconds: number
}

/** Seconds that run down to zero by themselves from each new answer on, and how to stop them: the answer was about another address. */
export function useWait(answer: WaitAnswer | undefined): readonly [number, () => void] {
  const [seconds, setSeconds] = useState(0)
  const endsAt = useRef(0)
  const stoppedFor = useRef<WaitAnswer>()
  const isRunning = seconds > 0
  // Also after a form that was sent before scripts ran: its answer came as a page of its own. What was entered on that page since
  // is told before this runs, so an address that is another by now has stopped the wait already.
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

/** Longer waits than this are told in words; a button that counts them down would say nothing. */
const WAIT_SECONDS_MAX = 60

export function waitSecondsOf({ facts }: Refusal): number {
  const seconds = Number(facts['seconds'] ?? 0)
  return seconds <= WAIT_SECONDS_MAX ? seconds : 0
}
