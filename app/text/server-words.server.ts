// The words of a language with its plural rules, once per language and isolate: requests share them.

import { LANGUAGE_TAGS, type Language } from '#domain/language'
import { type Words, createWords } from './say'
import { deskTextsOf, wordsOf } from './words.server'

const known = new Map<Language, Words>()

export function serverWords(language: Language): Words {
  const words =
    known.get(language) ?? createWords(LANGUAGE_TAGS[language], { ...wordsOf(language), desk: deskTextsOf(language) })
  known.set(language, words)
  return words
}
