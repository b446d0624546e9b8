// A text by its key and facts, in the form of i18next's files: {{name}} is filled in, and with a `count` the key may end in a plural
// form of the language (`_one`, `_many`, `_other`; `_zero` for none). i18next itself is a sixth of what a first page may weigh; that
// this says the same to the letter is tested against it.

import { fillIn } from '#domain/fill-in'

/** The words of one language by feature and key. */
export type LanguageWords = Readonly<Record<string, Readonly<Record<string, string>>>>
export type Facts = Readonly<Record<string, string | number>>

export interface Words {
  readonly texts: LanguageWords
  readonly plurals: Intl.PluralRules
}

/** `tag` is BCP 47: plural rules and `<html lang>` know no other. */
export const createWords = (tag: string, texts: LanguageWords): Words => ({ texts, plurals: new Intl.PluralRules(tag) })

/** The text with its facts; a key without text is said itself, so that it is seen. A fact that is missing leaves nothing behind. */
export function sayWords(
  words: Words,
  { feature, key, facts }: { feature: string; key: string; facts?: Facts },
): string {
  const text = findText(words, feature, key, facts?.['count']) ?? key
  return facts || text.includes('{{') ? fillIn(text, facts ?? {}) : text
}

export const hasWords = ({ texts }: Words, feature: string, key: string): boolean => texts[feature]?.[key] !== undefined

function findText(
  { texts, plurals }: Words,
  feature: string,
  key: string,
  count?: string | number,
): string | undefined {
  const known = texts[feature]
  if (!known) return undefined
  if (typeof count !== 'number') return known[key]
  return (count === 0 ? known[`${key}_zero`] : undefined) ?? known[`${key}_${plurals.select(count)}`] ?? known[key]
}
