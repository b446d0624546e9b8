// How well a country answers to what is typed. Pure; the page without scripts uses it too.

import { fold, matchText } from '../text/match'

const SCORES = [0, 0.5, 0.8, 1] as const

/** 1 for a match from the start of the name or code, a little less inside, 0 for none. */
export function matchArea(country: string, search: string, keywords: readonly string[] = []): number {
  const wanted = fold(search).replace(/^\+/, '')
  if (wanted === '') return 1
  const [name = '', callingCode = ''] = keywords.map(fold)
  if (callingCode.startsWith(wanted) || country.toLowerCase() === wanted) return 1
  return SCORES[matchText(wanted, name)]
}
