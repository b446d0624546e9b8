// A sentence about what just happened, at the top of what it is about.

import type { ReactNode } from 'react'

const TONES = {
  good: 'border-up/40 bg-up/10',
  bad: 'border-down/40 bg-down/10',
  plain: 'border-brand/50 bg-brand/10',
} as const

export function Notice({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={`rounded-lg border px-3 py-2 text-sm ${TONES[tone]}`}>
      {children}
    </div>
  )
}
