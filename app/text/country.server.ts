// Countries and places in the visitor's language.

import { LANGUAGE_TAGS, type Language } from '#domain/language'

function countryName(country: string, language: Language): string {
  return new Intl.DisplayNames([LANGUAGE_TAGS[language]], { type: 'region', fallback: 'code' }).of(country) ?? country
}

/** "Osaka, 日本": where somebody is by what is known of it, or nothing. */
export const placeName = (
  { city, country }: { readonly city: string | null; readonly country: string | null },
  language: Language,
): string => [city, country && countryName(country, language)].filter(Boolean).join(', ')
