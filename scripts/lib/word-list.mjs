// Writes locales/list.ts from the translation file names, so that a new feature needs no registration. Node built-ins
// only: runs before packages are installed.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs'

export const LANGUAGES = ['jp', 'en', 'zh', 'hk', 'kor', 'th', 'fra', 'spa']
/** Namespaces of API, messages and what the desk reads of a request; all others belong to pages. */
const SERVER = ['demo', 'fields', 'funds', 'gallery', 'mail', 'messages', 'refusals', 'verification']

/** Writes only on change, to avoid rebuilds. */
export function writeWordList(root) {
  const path = `${root}locales/list.ts`
  const list = wordList(root)
  if (readFileSync(path, 'utf8') === list) return
  writeFileSync(path, list)
  console.log('locales/list.ts')
}

export function wordList(root) {
  const files = filesByNamespace(readdirSync(`${root}locales/en`).sort())
  const server = Object.entries(files).filter(([namespace]) => SERVER.includes(namespace))
  const pages = Object.entries(files).filter(([namespace]) => !SERVER.includes(namespace))
  return [
    '// Written by `npm run words` from the names of the files in the folders beside it, and by every other npm command.',
    '',
    ...importsOf('import type', 'en', pages),
    ...LANGUAGES.flatMap((language) => importsOf('import', language, server)),
    '',
    '/** The keys of `t` by namespace: those of the English files, which are all flat. */',
    'export interface Words {',
    ...Object.entries(files).map(
      ([namespace, names]) => `  ${namespace}: ${names.map((name) => `typeof ${nameOf('en', name)}`).join(' & ')}`,
    ),
    '}',
    '',
    '/** What the API and messages are written with. */',
    'export const SERVER_WORDS = {',
    ...LANGUAGES.map((language) => `  ${language}: {\n${entriesOf(language, server).join('\n')}\n  },`),
    '}',
    '',
  ].join('\n')
}

/** Texts of API and messages of one language by namespace, as `SERVER_WORDS` has them. */
export function serverWords(root, language) {
  const files = filesByNamespace(readdirSync(`${root}locales/${language}`).sort())
  const read = (name) => JSON.parse(readFileSync(`${root}locales/${language}/${name}.json`, 'utf8'))
  return Object.fromEntries(SERVER.map((namespace) => [namespace, Object.assign({}, ...files[namespace].map(read))]))
}

/** "promotion.refusals.json" belongs to the namespace `refusals`; "spot.json" is its own namespace. */
function filesByNamespace(names) {
  const files = {}
  for (const name of names.map((each) => each.replace(/\.json$/, ''))) {
    const namespace = name.split('.').at(-1)
    files[namespace] = [...(files[namespace] ?? []), name]
  }
  return files
}

const importsOf = (how, language, namespaces) =>
  namespaces.flatMap(([, names]) =>
    names.map((name) => `${how} ${nameOf(language, name)} from './${language}/${name}.json'`),
  )

const entriesOf = (language, namespaces) =>
  namespaces.map(([namespace, names]) => {
    const words = names.map((name) => nameOf(language, name))
    return `    ${namespace}: ${words.length === 1 ? words[0] : `{ ${words.map((word) => `...${word}`).join(', ')} }`},`
  })

/** "copy-trade.refusals" in French: `fraCopyTradeRefusals`. */
const nameOf = (language, name) =>
  language +
  name
    .split(/[.-]/)
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join('')
