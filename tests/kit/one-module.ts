// Server, rooms and stores as one module for the room tests: a cold runtime fetches each module by a call of its own, and two thousand calls
// take longer than most test files. A module that a test imports is a view into the one, so nothing is loaded twice.

import { readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Plugin as BundlerPlugin, build } from 'esbuild'
import type { Plugin } from 'vitest/config'

/** One by one, as Vitest would have it: stacks name files then, and a watched run sees which module changed. */
const IS_SEPARATE = process.env['SEPARATE'] === '1'
const FOLDERS = ['server', 'party', 'db', 'locales']
const VIEW = '\0view:'
/** Suffix of a view's name, so that a JSON view isn't parsed as JSON. */
const AS_CODE = '.js'

const OPTIONS = {
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  loader: { '.sql': 'text' },
  logLevel: 'error',
} as const

export function oneModule(root: string, alias: Readonly<Record<string, string>>): Plugin {
  const paths = FOLDERS.flatMap((folder) => filesOf(root, folder))
  const numbers = new Map(paths.map((path, index) => [join(root, path), index]))
  const file = join(root, `.cache/one-module-${process.pid}.mjs`)
  let made: Promise<unknown> | undefined
  return {
    name: 'one-module',
    enforce: 'pre',
    apply: () => !IS_SEPARATE,
    async resolveId(id, importer) {
      if (id === file) return id
      const place = /^(?:\.|#|\/)/.test(id) ? await this.resolve(id, importer, { skipSelf: true }) : null
      return place && numbers.has(place.id) ? `${VIEW}${relative(root, place.id)}${AS_CODE}` : undefined
    },
    async load(id) {
      if (!id.startsWith(VIEW)) return undefined
      const path = id.slice(VIEW.length, -AS_CODE.length)
      const [names] = await Promise.all([exportsOf(root, path), (made ??= make(root, { paths, file, alias }))])
      return viewOf(file, numbers.get(join(root, path)) ?? -1, names)
    },
  }
}

/** The runtime reads the one module by itself: what passes through Vite is parsed, mapped and copied on its way. Comes after the pool's plugin. */
export const asItIs = (): Plugin => ({
  name: 'one-module-as-it-is',
  apply: () => !IS_SEPARATE,
  config({ test }) {
    if (test?.server?.deps)
      Object.assign(test.server.deps, { inline: [/^(?!.*one-module-\d+\.mjs$)/], external: [/one-module-\d+\.mjs$/] })
  },
})

interface Asked {
  readonly paths: readonly string[]
  readonly file: string
  readonly alias: Readonly<Record<string, string>>
}

async function make(root: string, { paths, file, alias }: Asked): Promise<void> {
  process.once('exit', () => rmSync(file, { force: true }))
  const views = paths.map((path, index) => `export * as m${index} from './${path}'`)
  await build({
    ...OPTIONS,
    absWorkingDir: root,
    alias,
    plugins: [WORDS_AS_TEXT],
    stdin: { contents: views.join('\n'), resolveDir: root },
    outfile: file,
    bundle: true,
    conditions: ['workerd', 'worker', 'module'],
    external: ['node:*', 'cloudflare:*'],
  })
}

/** Locale files as text for JSON.parse: as code, every key would be a variable and an export, and they are a hundred thousand. */
const WORDS_AS_TEXT: BundlerPlugin = {
  name: 'words-as-text',
  setup(bundler) {
    bundler.onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const text = JSON.stringify(JSON.stringify(JSON.parse(await readFile(path, 'utf8'))))
      return { contents: `export default JSON.parse(${text})`, loader: 'js' }
    })
  },
}

/** Names of what one module exports. */
async function exportsOf(root: string, path: string): Promise<readonly string[]> {
  if (path.endsWith('.json')) return ['default']
  const place = { absWorkingDir: root, entryPoints: [path], outdir: 'alone' }
  const { metafile } = await build({ ...OPTIONS, ...place, write: false, metafile: true })
  return Object.values(metafile.outputs).flatMap(({ exports }) => exports)
}

const viewOf = (file: string, number: number, names: readonly string[]): string =>
  [
    `import { m${number} as one } from ${JSON.stringify(file)}`,
    ...names.map((name) => (name === 'default' ? 'export default one.default' : `export const ${name} = one.${name}`)),
  ].join('\n')

const filesOf = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.ts$|\.json$/.test(name))
    .map((name) => `${folder}/${name}`)
