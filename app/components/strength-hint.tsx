// How hard a new password is to guess: three bars and a word. Before anything is typed, the rule.

import type { Strength } from '../text/password-strength'
import { useWords } from '../text/words'

const BARS: Readonly<Record<Strength, { readonly count: number; readonly look: string }>> = {
  short: { count: 0, look: '' },
  weak: { count: 1, look: 'bg-bad' },
  fair: { count: 2, look: 'bg-brand' },
  strong: { count: 3, look: 'bg-good' },
}

export function StrengthHint({ strength }: { strength: Strength | null }) {
  const say = useWords('identity')
  const { count, look } = BARS[strength ?? 'short']
  return (
    <span className="flex items-center justify-between gap-3">
      <span>{strength === null || strength === 'short' ? say('password_hint') : say(`strength_${strength}`)}</span>
      <span aria-hidden="true" className="flex gap-1">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={`h-1 w-7 rounded-full transition ${bar <= count ? look : 'bg-line'}`} />
        ))}
      </span>
    </span>
  )
}
