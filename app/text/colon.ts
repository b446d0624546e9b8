// Label with the colon of the page's language: "Due: ", "Échéance : ", "期限：".

import type { Language } from '#domain/language'
import { useSite } from '../site/site'

const FULL_WIDTH = '\uff1a'
/** French puts a no-break space before the colon. */
const COLONS: Partial<Record<Language, string>> = { fra: '\u00a0: ', jp: FULL_WIDTH, zh: FULL_WIDTH, hk: FULL_WIDTH }

export const withColonIn = (language: Language, words: string): string => words + (COLONS[language] ?? ': ')

export function useColon(): (words: string) => string {
  const { language } = useSite()
  return (words) => withColonIn(language, words)
}
