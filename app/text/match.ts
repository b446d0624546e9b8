// Text matching of all search fields, with a score. Pure.

/**
 * Normal form for search: "cote" finds "Côte d’Ivoire"; full-width characters and repeated spaces are normalised. Thai
 * combining marks are kept as letters; word joiners (thai-words.server.ts) are removed, since users never type them.
 */
export const fold = (text: string): string =>
  text
    .trim()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u200b\u2060]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')

/** Match score of folded texts: 3 prefix, 2 prefix of a word, 1 substring, 0 no match. */
export function matchText(wanted: string, text: string): 0 | 1 | 2 | 3 {
  if (text.startsWith(wanted)) return 3
  if (text.split(/[\s'’(/-]+/).some((word) => word.startsWith(wanted))) return 2
  return text.includes(wanted) ? 1 : 0
}

export const matchesText = (text: string, wanted: string): boolean => fold(text).includes(fold(wanted))

/** Match score of a country. Pure; shared with the page without scripts. */
const SCORES = [0, 0.5, 0.8, 1] as const

/** 1 for a prefix of name or code, less for a match inside, 0 for none. */
export function matchArea(country: string, search: string, keywords: readonly string[] = []): number {
  const wanted = fold(search).replace(/^\+/, '')
  if (wanted === '') return 1
  const [name = '', callingCode = ''] = keywords.map(fold)
  if (callingCode.startsWith(wanted) || country.toLowerCase() === wanted) return 1
  return SCORES[matchText(wanted, name)]
}
