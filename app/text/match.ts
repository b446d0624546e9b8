// Whether, and how well, a text answers to what is typed in a search field. Pure; every search compares in this one way.

/**
 * "Côte d’Ivoire" is found by "cote", full-width letters and digits by plain ones, however many spaces are between words. Marks of
 * Thai are letters of their own and stay; what only keeps one of its words on one line (thai-words.server.ts) goes, for nobody types it.
 */
export const fold = (text: string): string =>
  text
    .trim()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u200b\u2060]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')

/** Both folded. 3 for a text that begins so, 2 for one of its words, 1 inside, 0 for none. */
export function matchText(wanted: string, text: string): 0 | 1 | 2 | 3 {
  if (text.startsWith(wanted)) return 3
  if (text.split(/[\s'’(/-]+/).some((word) => word.startsWith(wanted))) return 2
  return text.includes(wanted) ? 1 : 0
}

export const matchesText = (text: string, wanted: string): boolean => fold(text).includes(fold(wanted))

/** How well a country answers to what is typed. Pure; the page without scripts uses it too. */
const SCORES = [0, 0.5, 0.8, 1] as const

/** 1 for a match from the start of the name or code, a little less inside, 0 for none. */
export function matchArea(country: string, search: string, keywords: readonly string[] = []): number {
  const wanted = fold(search).replace(/^\+/, '')
  if (wanted === '') return 1
  const [name = '', callingCode = ''] = keywords.map(fold)
  if (callingCode.startsWith(wanted) || country.toLowerCase() === wanted) return 1
  return SCORES[matchText(wanted, name)]
}
