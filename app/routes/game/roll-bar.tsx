// A line from 0 to 9,999 with its winning part; a roll is a mark that moves to its number, and with reduced motion appears there.

import { useEffect, useState } from 'react'
import { ROLLS } from '#domain/game/rules'
import { Icon } from '../../components/icon'
import { useNumbers } from '../../text/numbers'

interface RollBarProps {
  /** The smallest number that does not win. */
  readonly under: number
  /** Null before a roll. */
  readonly roll: number | null
}

export function RollBar({ under, roll }: RollBarProps) {
  const numbers = useNumbers()
  const [isMoved, setMoved] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setMoved(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  const isWon = roll !== null && roll < under
  const share = (value: number) => `${(value * 100) / ROLLS}%`
  return (
    <div aria-hidden="true" data-testid="roll" className="grid gap-1 py-1">
      <p className={`text-center text-3xl font-bold tabular-nums ${isWon ? 'text-up-text' : ''}`}>
        {roll === null ? <Icon name="dice" className="mx-auto size-9 text-brand-text" /> : numbers.count(roll)}
      </p>
      <div className="relative h-3 rounded-full bg-track">
        <span className="absolute inset-y-0 left-0 rounded-full bg-up" style={{ width: share(under) }} />
        {roll !== null && (
          <span
            className="absolute top-1/2 size-5 -translate-1/2 rounded-full border-2 border-surface bg-ink transition-[left] duration-700 ease-out motion-reduce:transition-none"
            style={{ left: isMoved ? share(roll) : '0%' }}
          />
        )}
      </div>
      <p className="flex justify-between text-2xs text-muted tabular-nums">
        <span>{numbers.count(0)}</span>
        <span>{numbers.count(ROLLS - 1)}</span>
      </p>
    </div>
  )
}
