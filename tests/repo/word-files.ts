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

type Words = Readonly<Record<string, string>>

/** Words by path: tests ask for the same file thousands of times. */
const read = new Map<string, Words>()

/** A missing file has no words; another test reports it. */
export function readWords(language: string, file: string): Words {
  const path = join(FOLDER, language, `${file}.json`)
  const words = read.get(path) ?? parse(path)
  read.set(path, words)
  return words
}

function parse(path: string): Words {
  try {
    // A locale file is flat: key and text.
    return JSON.parse(readFileSync(path, 'utf8')) as Words
  } catch {
    return {}
  }
}

/** All words of a namespace, whichever file has them. */
export const readNamespace = (language: string, namespace: string): Words =>
  Object.assign(
    {},
    ...filesOf(language)
      .filter((file) => namespaceOf(file) === namespace)
      .map((file) => readWords(language, file)),
  ) as Record<string, string>
