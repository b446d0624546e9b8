// Strength of a new password: three bars and a word. Shows the rule while the field is empty.

import { useTranslation } from 'react-i18next'
import { checkNewPassword } from '#domain/identity'

/** "short" is rejected for accounts. */
type Strength = 'short' | 'weak' | 'fair' | 'strong'

/** Password strength from length, character kinds and distinct characters. */
export function strengthOf(password: string): Strength {
  const length = [...password].length
  if (!checkNewPassword({ password, again: password }).ok) return 'short'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{Ll}\p{Lu}\d]/u].filter((kind) => kind.test(password)).length
  const different = new Set(password.toLowerCase()).size
  if (different < 5) return 'weak'
  if ((length >= 12 && kinds >= 3) || (length >= 16 && kinds >= 2)) return 'strong'
  return length >= 10 || kinds >= 3 ? 'fair' : 'weak'
}

const BARS: Readonly<Record<Strength, { readonly count: number; readonly look: string }>> = {
  short: { count: 0, look: '' },
  weak: { count: 1, look: 'bg-bad' },
  fair: { count: 2, look: 'bg-brand' },
  strong: { count: 3, look: 'bg-good' },
}

export function StrengthHint({ strength }: { strength: Strength | null }) {
  const { t } = useTranslation('identity')
  const { count, look } = BARS[strength ?? 'short']
  return (
    <span className="flex items-center justify-between gap-3">
      <span>{strength === null || strength === 'short' ? t('password_hint') : t(`strength_${strength}`)}</span>
      <span aria-hidden="true" className="flex gap-1">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={`h-1 w-7 rounded-full transition ${bar <= count ? look : 'bg-line'}`} />
        ))}
      </span>
    </span>
  )
}
