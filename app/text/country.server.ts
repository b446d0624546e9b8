// A country in the visitor's language.

import { LANGUAGE_TAGS, type Language } from '#domain/language'

export function countryName(country: string, language: Language): string {
  return new Intl.DisplayNames([LANGUAGE_TAGS[language]], { type: 'region', fallback: 'code' }).of(country) ?? country
}
