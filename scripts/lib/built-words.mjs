// Texts of the built app, by language, none of them code: an isolate reads those of a language when it is first asked for them.
//   build/client/page-words/<language>.json   all texts of pages, which the Worker reads from its assets
//   build/client/words/<language>.<hash>.json  the part that browsers read
//   build/client/rule-texts/                   rules in words, as they are in app/rules
//   build/server-words/                        texts of API and messages, in the Worker as text (`#server-words` in wrangler.toml)

import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { importProduct } from './product.mjs'
import { ROOT } from './run.mjs'
import { LANGUAGES, serverWords } from './word-list.mjs'

const CLIENT = `${ROOT}build/client`
const SERVER = `${ROOT}build/server-words`

export async function buildWords() {
  const { browserWords, gatherWords } = await importProduct('app/text/word-files.server.ts')
  const { packWords } = await importProduct('locales/packed.ts')
  rmSync(SERVER, { recursive: true, force: true })
  for (const folder of [SERVER, `${CLIENT}/words`, `${CLIENT}/page-words`]) mkdirSync(folder, { recursive: true })
  for (const language of LANGUAGES) {
    const gathered = gatherWords(language, readFiles(language))
    writeFileSync(`${CLIENT}/page-words/${language}.json`, JSON.stringify(gathered))
    writeFileSync(CLIENT + gathered.path, JSON.stringify(browserWords(gathered.words)))
  }
  for (const language of ['en', 'jp'])
    cpSync(`${ROOT}app/rules/${language}`, `${CLIENT}/rule-texts/${language}`, { recursive: true })
  const { keys, texts } = packWords(Object.fromEntries(LANGUAGES.map((each) => [each, serverWords(ROOT, each)])))
  for (const [name, value] of Object.entries({ keys, ...texts }))
    writeFileSync(`${SERVER}/${name}.txt`, JSON.stringify(value))
  writeFileSync(`${SERVER}/list.js`, SERVER_LIST)
}

function readFiles(language) {
  const paths = readdirSync(`${ROOT}locales/${language}`).map((name) => `${ROOT}locales/${language}/${name}`)
  return Object.fromEntries(paths.sort().map((path) => [path, JSON.parse(readFileSync(path, 'utf8'))]))
}

/** `SERVER_WORDS` of locales/list.ts; a language is parsed when it is first read. */
const SERVER_LIST = [
  `import { unpackWords } from '../../locales/packed'`,
  ...['keys', ...LANGUAGES].map((name) => `import ${name} from './${name}.txt'`),
  'const parsed = {}',
  'const unpack = (texts) => unpackWords(JSON.parse(keys), JSON.parse(texts))',
  'export const SERVER_WORDS = {',
  ...LANGUAGES.map((language) => `  get ${language}() { return (parsed.${language} ??= unpack(${language})) },`),
  '}',
  '',
].join('\n')
