// Which texts of one language pages read, and which a browser gets. `npm run build` writes both as files (scripts/lib/built-words.mjs).

import type { FlatNamespace } from 'i18next'
import type { LanguageWords } from '#domain/i18n'
import type { Language } from '#domain/language'
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

/** All texts of one language, and the address of the file that delivers a browser's part of them. */
export interface PageWords {
  /** Contains a content hash, so that the file is cached forever. */
  readonly path: string
  readonly words: LanguageWords
}

/** Contents of `locales/<language>/<name>.json` by any path that ends so; files of other languages are left out. */
export type WordFiles = Readonly<Record<string, Readonly<Record<string, string>>>>

export function gatherWords(language: Language, files: WordFiles): PageWords {
  const namespaces: Record<string, Readonly<Record<string, string>>> = {}
  for (const [path, words] of Object.entries(files)) {
    // "promotion.refusals.json" belongs to the namespace `refusals`.
    const [, code, namespace = ''] = /\/locales\/(\w+)\/(?:[\w-]+\.)?([\w-]+)\.json$/.exec(path) ?? []
    if (code !== language) continue
    namespaces[namespace] = { ...namespaces[namespace], ...(language === 'th' ? allWhole(words) : words) }
  }
  const hash = hashText(JSON.stringify(browserWords(namespaces))).toString(36)
  return { path: `/words/${language}.${hash}.json`, words: namespaces }
}

/** The part of a language's texts that a browser loads with every page. */
export const browserWords = (words: LanguageWords): LanguageWords =>
  Object.fromEntries(Object.entries(words).filter(([namespace]) => COMMON.some((common) => common === namespace)))

const allWhole = (words: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(words).map(([key, text]) => [key, wholeThai(text)]))
