// All translations, server side. The browser gets one file with the active language, named by content hash.

import type { FlatNamespace } from 'i18next'
import type { LanguageWords } from '#domain/i18n'
import { LANGUAGES, type Language } from '#domain/language'
import { hashText } from '#domain/text-hash'
import { wholeThai } from './thai-words.server'

/** Namespaces used by the server only. */
type ServerOnly = 'mail' | 'messages' | 'fields'
/** Namespaces that the browser gets with every page. Pages load all others with their own data. */
const COMMON = [
  'content',
  'demo',
  'funds',
  'gallery',
  'home',
  'identity',
  'inbox',
  'keys',
  'market',
  'promotion',
  'pwa',
  'refusals',
  'search',
  'security',
  'settings',
  'share',
  'shell',
  'spot',
  'stocks',
  'ui',
  'verification',
  'wallet',
] as const
/** Namespace that pages load with their own data. */
export type BroughtWords = Exclude<FlatNamespace, ServerOnly | (typeof COMMON)[number]>

const FILES = import.meta.glob<Readonly<Record<string, string>>>('../../locales/*/*.json', {
  eager: true,
  import: 'default',
})

const gathered = new Map<Language, LanguageWords>()

export function allWordsOf(language: Language): LanguageWords {
  const words = gathered.get(language) ?? gather(language)
  gathered.set(language, words)
  return words
}

/** Translations sent to the browser. */
export const wordsOf = (language: Language): LanguageWords =>
  Object.fromEntries(
    Object.entries(allWordsOf(language)).filter(([namespace]) => COMMON.some((common) => common === namespace)),
  )

export const broughtTexts = (language: Language, namespace: BroughtWords): Readonly<Record<string, string>> =>
  allWordsOf(language)[namespace] ?? {}

/** URL of a language's translations; contains a content hash and is cached forever. */
export const wordsPath = (language: Language): string => `/words/${language}.${hashOf(language)}.json`

/** JSON of a translation URL, or undefined when no language (or only an older version) matches. */
export function findWordsFile(path: string): string | undefined {
  const language = LANGUAGES.find((code) => wordsPath(code) === path)
  return language && JSON.stringify(wordsOf(language))
}

function gather(language: Language): LanguageWords {
  const namespaces: Record<string, Readonly<Record<string, string>>> = {}
  for (const [path, words] of Object.entries(FILES)) {
    // "promotion.refusals.json" belongs to the namespace `refusals`.
    const [, code, namespace = ''] = /\/locales\/(\w+)\/(?:[\w-]+\.)?([\w-]+)\.json$/.exec(path) ?? []
    if (code !== language) continue
    namespaces[namespace] = { ...namespaces[namespace], ...(language === 'th' ? allWhole(words) : words) }
  }
  return namespaces
}

function allWhole(words: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [key, wholeThai(text)]))
}

const hashes = new Map<Language, string>()

/** Synchronous hash, sufficient to distinguish two releases. */
function hashOf(language: Language): string {
  const known = hashes.get(language)
  if (known) return known
  const text = hashText(JSON.stringify(wordsOf(language))).toString(36)
  hashes.set(language, text)
  return text
}
