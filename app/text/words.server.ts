// Texts of pages, server side. The built app reads them from its assets, one file a language, because in the Worker the texts of eight
// languages were two fifths of its size.

import type { LanguageWords } from '#domain/i18n'
import { LANGUAGES, type Language } from '#domain/language'
import { type BroughtWords, type PageWords, type WordFiles, browserWords, gatherWords } from './word-files.server'

export type { BroughtWords }

/** In development and in tests nothing is built; of the built app these lines are left out. */
const FILES: WordFiles = import.meta.env.DEV
  ? import.meta.glob<WordFiles[string]>('../../locales/*/*.json', { eager: true, import: 'default' })
  : {}

const loaded = new Map<Language, PageWords>()

/**
 * Loads the texts of a language once for each isolate. Every page waits for it before its loaders run.
 * @throws when the assets do not answer them: without texts a page would show keys, so it fails, and the next request asks again
 */
export async function loadWords(language: Language, env: Env): Promise<void> {
  if (import.meta.env.DEV || loaded.has(language)) return
  // The host means nothing: the binding reads the path alone.
  const answer = await env.ASSETS.fetch(`https://assets/page-words/${language}.json`)
  if (!answer.ok) throw new Error(`The assets answered ${answer.status} for the texts of ${language}`)
  loaded.set(language, await answer.json<PageWords>())
}

function wordsIn(language: Language): PageWords {
  const words = loaded.get(language) ?? (import.meta.env.DEV ? gatherWords(language, FILES) : undefined)
  if (!words) throw new Error(`The texts of ${language} were read before they were loaded`)
  loaded.set(language, words)
  return words
}

export const allWordsOf = (language: Language): LanguageWords => wordsIn(language).words

/** Translations sent to the browser. */
export const wordsOf = (language: Language): LanguageWords => browserWords(allWordsOf(language))

export const broughtTexts = (language: Language, namespace: BroughtWords): Readonly<Record<string, string>> =>
  allWordsOf(language)[namespace] ?? {}

/** URL of a language's translations; contains a content hash and is cached forever. */
export const wordsPath = (language: Language): string => wordsIn(language).path

/** JSON of a translation URL in development; undefined when no language matches, and in the built app, where the current ones are assets. */
export function findWordsFile(path: string): string | undefined {
  const language = import.meta.env.DEV ? LANGUAGES.find((code) => wordsPath(code) === path) : undefined
  return language && JSON.stringify(wordsOf(language))
}
