// Where a reader of a language probably is: the country that a form starts with, and that lists of countries begin with.

import type { Language } from '#domain/language'

export const HOME_COUNTRIES: Readonly<Record<Language, string>> = {
  jp: 'JP',
  en: 'US',
  zh: 'CN',
  hk: 'HK',
  kor: 'KR',
  th: 'TH',
  fra: 'FR',
  spa: 'ES',
}

/** Two hundred names end with Japan in Japanese, where those in kanji come last: most readers look for it first. */
export function homeFirst<Place extends { readonly country: string }>(
  places: readonly Place[],
  language: Language,
): Place[] {
  const isHome = ({ country }: Place): boolean => country === HOME_COUNTRIES[language]
  return [...places.filter(isHome), ...places.filter((place) => !isHome(place))]
}
