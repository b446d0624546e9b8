// Writes the texts of pages into build/client, by language: /page-words/<language>.json for the Worker, /words/<language>.<hash>.json for browsers.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { importProduct } from './product.mjs'
import { ROOT } from './run.mjs'
import { LANGUAGES } from './word-list.mjs'

const CLIENT = `${ROOT}build/client`

export async function buildPageWords() {
  const { browserWords, gatherWords } = await importProduct('app/text/word-files.server.ts')
  for (const folder of ['words', 'page-words']) mkdirSync(`${CLIENT}/${folder}`, { recursive: true })
  for (const language of LANGUAGES) {
    const names = readdirSync(`${ROOT}locales/${language}`).sort()
    const paths = names.map((name) => `${ROOT}locales/${language}/${name}`)
    const files = Object.fromEntries(paths.map((path) => [path, JSON.parse(readFileSync(path, 'utf8'))]))
    const gathered = gatherWords(language, files)
    writeFileSync(`${CLIENT}/page-words/${language}.json`, JSON.stringify(gathered))
    writeFileSync(CLIENT + gathered.path, JSON.stringify(browserWords(gathered.words)))
  }
}
