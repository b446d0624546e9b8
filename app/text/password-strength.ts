// How hard a password is to guess. A hint while it is typed, never a rule. Pure.

import { checkNewPassword } from '#domain/identity'

/** "short" is what no account may have. */
export type Strength = 'short' | 'weak' | 'fair' | 'strong'

/** By its length and the kinds of its characters. */
export function strengthOf(password: string): Strength {
  const length = [...password].length
  if (!checkNewPassword({ password, again: password }).ok) return 'short'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{Ll}\p{Lu}\d]/u].filter((kind) => kind.test(password)).length
  const different = new Set(password.toLowerCase()).size
  if (different < 5) return 'weak'
  if ((length >= 12 && kinds >= 3) || (length >= 16 && kinds >= 2)) return 'strong'
  return length >= 10 || kinds >= 3 ? 'fair' : 'weak'
}
