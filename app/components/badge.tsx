// Badges: a short state next to a name, and a count of pending items.

import type { ReactNode } from 'react'

const TONES = {
  plain: 'bg-pressed text-ink',
  brand: 'bg-brand/15 text-brand-text',
  good: 'bg-good/12 text-good-text',
  bad: 'bg-bad/12 text-bad-text',
  up: 'bg-up/12 text-up-text',
  down: 'bg-down/12 text-down-text',
  selected: 'bg-selected/12 text-selected-text',
} as const

export type BadgeTone = keyof typeof TONES

export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-sm px-1.5 py-0.5 text-2xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}

const COUNT_MAX = 99

/** Count badge: hidden at zero, "99+" above 99. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-full bg-bad-fill px-1 text-2xs leading-none font-semibold text-white">
      {count > COUNT_MAX ? `${COUNT_MAX}+` : count}
    </span>
  )
}
