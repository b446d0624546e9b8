// Countdown with seconds. Not announced while running; screen readers can read it on demand.

import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timeLeft } from '../text/time-left'

interface CountdownProps {
  /** Milliseconds. */
  readonly endsAt: number
  /** Server clock at render time (ms). Remaining time is measured from it, so a wrong device clock has no effect. */
  readonly now: number
  /** For screen readers: the thing that ends. */
  readonly label: string
  /** True shows the full duration without counting down. */
  readonly isStill?: boolean
  readonly onEnd?: (() => void) | undefined
}

const MINUTE_SECONDS = 60

export function Countdown({ endsAt, now, label, isStill = false, onEnd }: CountdownProps) {
  const { t } = useTranslation('ui')
  const { days, clock, seconds, isOver } = timeLeft(endsAt, useRunning({ now, endsAt, isStill, onEnd }))
  return (
    <span role="timer" aria-label={label} aria-live="off" className="whitespace-nowrap tabular-nums">
      {isOver
        ? t('time_up')
        : seconds < MINUTE_SECONDS
          ? t('time_left_seconds', { seconds })
          : `${days > 0 ? `${t('time_left_days', { days })} ` : ''}${clock}`}
    </span>
  )
}

/** `now`, advancing until `endsAt`. */
function useRunning({ now, endsAt, isStill, onEnd }: Omit<CountdownProps, 'label'>): number {
  const [passedMs, setPassedMs] = useState(0)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  }, [onEnd])
  useEffect(() => {
    if (isStill) return
    const startedAt = performance.now()
    const timer = setInterval(() => {
      const passed = performance.now() - startedAt
      setPassedMs(passed)
      if (now + passed < endsAt) return
      clearInterval(timer)
      end.current?.()
    }, 250)
    return () => clearInterval(timer)
  }, [now, endsAt, isStill])
  return now + passedMs
}
