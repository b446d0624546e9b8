// Translations of API and messages: one i18next instance per language. Pages have their own (app/text).

import { logError } from '#lib/log-line'
import type { i18n } from 'i18next'
import { SERVER_WORDS } from '#server-words'
import { createI18n } from '#domain/i18n'
import { LANGUAGE_TAGS, type Language } from '#domain/language'

const instances = new Map<Language, i18n>()

export function serverI18n(language: Language): i18n {
  const instance = instances.get(language) ?? createI18n(LANGUAGE_TAGS[language], SERVER_WORDS[language], logError)
  instances.set(language, instance)
  return instance
}
