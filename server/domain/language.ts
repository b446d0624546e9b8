// The eight languages. Our codes are app ids only; i18next, Intl and `<html lang>` run on BCP 47 tags.

export const LANGUAGES = ['jp', 'en', 'zh', 'hk', 'kor', 'th', 'fra', 'spa'] as const
export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_LANGUAGE: Language = 'jp'

export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = {
  jp: 'ja',
  en: 'en',
  zh: 'zh-CN',
  hk: 'zh-HK',
  kor: 'ko',
  th: 'th',
  fra: 'fr',
  spa: 'es',
}

export const isLanguage = (code: string): code is Language => LANGUAGES.some((language) => language === code)

/** A stored language; the default when it is unsupported. */
export const knownLanguage = (code: string): Language => (isLanguage(code) ? code : DEFAULT_LANGUAGE)

/** A wire `lang` (ours, or a common alias) to a language; the wire's fallback is English (contract §0). */
export function parseWireLanguage(code: string | null | undefined): Language {
  if (!code) return 'en'
  const text = code.toLowerCase()
  if (isLanguage(text)) return text
  return findTag(text) ?? 'en'
}

/** The first language of an Accept-Language header that we speak, or English. */
export function parseAcceptLanguage(header: string | null): Language {
  for (const part of (header ?? '').split(',').slice(0, 10)) {
    const language = findTag(part.split(';')[0] ?? '')
    if (language) return language
  }
  return 'en'
}

const LANGUAGE_OF_PRIMARY: ReadonlyMap<string, Language> = new Map([
  ['ja', 'jp'],
  ['en', 'en'],
  ['zh', 'zh'],
  ['ko', 'kor'],
  ['th', 'th'],
  ['fr', 'fra'],
  ['es', 'spa'],
])

/** The language of a browser's tag ("zh-TW"), or undefined. */
function findTag(tag: string): Language | undefined {
  const text = tag.trim().toLowerCase()
  if (/^zh-(hk|tw|mo|hant)/.test(text)) return 'hk'
  return LANGUAGE_OF_PRIMARY.get(text.split(/[-_]/)[0] ?? '')
}
