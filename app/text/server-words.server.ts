// One i18next instance per language and isolate. An instance never changes its language, so requests may share it.

import type { i18n } from 'i18next'
import { LANGUAGE_TAGS, type Language } from '#domain/language'
import { createWords } from './words'
import { wordsOf } from './words.server'

const instances = new Map<Language, i18n>()

export function serverWords(language: Language): i18n {
  const known = instances.get(language)
  if (known) return known
  const fresh = createWords(LANGUAGE_TAGS[language], wordsOf(language))
  instances.set(language, fresh)
  return fresh
}
