// How well a country answers to what is typed. Pure; the page without scripts uses it too.

/** 1 for a match from the start of a word or code, a little less inside, 0 for none. */
export function matchArea(country: string, search: string, keywords: readonly string[] = []): number {
  const wanted = fold(search).replace(/^\+/, '')
  if (wanted === '') return 1
  const [name = '', callingCode = ''] = keywords.map(fold)
  if (callingCode.startsWith(wanted) || country.toLowerCase() === wanted || name.startsWith(wanted)) return 1
  if (name.split(/[\s'’(-]+/).some((word) => word.startsWith(wanted))) return 0.8
  return name.includes(wanted) ? 0.5 : 0
}

/** "Côte d’Ivoire" is found by "cote"; full-width letters and digits by plain ones. Thai marks are letters of their own and stay. */
const fold = (text: string): string =>
  text
    .trim()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
