// Remaining time as numbers. Pure.

export interface TimeLeft {
  readonly days: number
  /** "09:05:59". */
  readonly clock: string
  /** All of it. */
  readonly seconds: number
  readonly isOver: boolean
}

const SECOND_MS = 1000
const DAY_SECONDS = 86_400
const two = (value: number): string => String(value).padStart(2, '0')

/** Rounds seconds up: one second remains until the end is reached. */
export function timeLeft(endsAt: number, now: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil((endsAt - now) / SECOND_MS))
  const rest = seconds % DAY_SECONDS
  return {
    days: Math.floor(seconds / DAY_SECONDS),
    clock: [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60].map(two).join(':'),
    seconds,
    isOver: seconds === 0,
  }
}
