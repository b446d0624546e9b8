// Text files of all languages.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../locales')

/** "spot" for spot.json, "promotion.refusals" for what a feature adds to `refusals`. */
export const filesOf = (language: string): string[] =>
  readdirSync(join(FOLDER, language))
    .map((name) => name.replace(/\.json$/, ''))
    .sort()

export const namespaceOf = (file: string): string => file.split('.').at(-1) ?? file

/** A missing file has no words; another test reports it. */
export function readWords(language: string, file: string): Readonly<Record<string, string>> {
  try {
    // A locale file is flat: key and text.
    return JSON.parse(readFileSync(join(FOLDER, language, `${file}.json`), 'utf8')) as Record<string, string>
  } catch {
    return {}
  }
}

/** All words of a namespace, whichever file has them. */
export const readNamespace = (language: string, namespace: string): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...filesOf(language)
      .filter((file) => namespaceOf(file) === namespace)
      .map((file) => readWords(language, file)),
  ) as Record<string, string>
