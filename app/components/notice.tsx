// A sentence about what just happened, at the top of what it is about.

import type { ReactNode } from 'react'

const TONES = {
  good: 'border-good/40 bg-good/10',
  bad: 'border-bad/40 bg-bad/10',
  plain: 'border-brand/50 bg-brand/10',
} as const

export function Notice({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={`rounded-lg border px-3 py-2 text-sm ${TONES[tone]}`}>
      {children}
    </div>
  )
}
