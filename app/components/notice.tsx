// A sentence about what just happened, at the top of what it is about.

import type { ReactNode } from 'react'

const TONES = {
  good: 'border-good/40 notice-good',
  bad: 'border-bad/40 notice-bad',
  plain: 'border-brand/50 notice-plain',
} as const

export function Notice({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={`rounded-lg border px-3 py-2 text-sm ${TONES[tone]}`}>
      {children}
    </div>
  )
}
