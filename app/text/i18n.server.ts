// Server-side i18n: language detection and translations of a page.

import type { i18n } from 'i18next'
import { RemixI18Next } from 'remix-i18next/server'
import { createI18n } from '#domain/i18n'
import { DEFAULT_LANGUAGE, LANGUAGES, LANGUAGE_TAGS, type Language } from '#domain/language'
import { readLanguage } from '../visitor/visitor.server'
import { allWordsOf } from './words.server'

/** The visitor's choice, else Japanese (spec §1): the browser's languages are ignored. */
export const remixI18n = new RemixI18Next({
  detection: {
    supportedLanguages: Object.values(LANGUAGE_TAGS),
    fallbackLanguage: LANGUAGE_TAGS[DEFAULT_LANGUAGE],
    order: ['custom'],
    findLocale: (request) => Promise.resolve(LANGUAGE_TAGS[readLanguage(request)]),
  },
})

const instances = new Map<Language, i18n>()

/** One instance per language, shared by requests. */
export function pageI18n(language: Language): i18n {
  const instance = instances.get(language) ?? createI18n(LANGUAGE_TAGS[language], allWordsOf(language), console.error)
  instances.set(language, instance)
  return instance
}

export async function requestI18n(request: Request): Promise<i18n> {
  const tag = await remixI18n.getLocale(request)
  return pageI18n(LANGUAGES.find((language) => LANGUAGE_TAGS[language] === tag) ?? DEFAULT_LANGUAGE)
}
