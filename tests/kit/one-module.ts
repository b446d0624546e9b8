// Pages, server, rooms and stores as one module for the room tests: a cold runtime fetches each module by a call of its own, and three
// thousand calls take longer than most test files. A module that a test imports is a view into the one, so nothing is loaded twice. So is
// each package of many modules that tests themselves import.

import { globSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { type Plugin as BundlerPlugin, build } from 'esbuild'
import type { Plugin } from 'vitest/config'

/** One by one, as Vitest would have it: stacks name files then, and a watched run sees which module changed. */
const IS_SEPARATE = process.env['SEPARATE'] === '1'
const FOLDERS = ['app', 'server', 'party', 'db', 'locales']
/** Packages of many modules that room tests import. */
const PACKAGES: readonly string[] = ['fast-check', 'htmlparser2', 'viem', 'viem/accounts']
const VIEW = '\0view:'
/** Suffix of a view's name, so that a JSON view isn't parsed as JSON. */
const AS_CODE = '.js'

const OPTIONS = {
  format: 'esm',
  platform: 'browser',
  jsx: 'automatic',
  target: 'es2022',
  loader: { '.sql': 'text' },
  logLevel: 'error',
} as const

export function oneModule(root: string, alias: Readonly<Record<string, string>>): Plugin {
  const paths = FOLDERS.flatMap((folder) => filesOf(root, folder))
  const numbers = new Map([...paths.map((path) => join(root, path)), ...PACKAGES].map((name, index) => [name, index]))
  const file = join(root, `.cache/one-module-${process.pid}.mjs`)
  let made: Promise<unknown> | undefined
  return {
    name: 'one-module',
    enforce: 'pre',
    apply: () => !IS_SEPARATE,
    async resolveId(id, importer) {
      if (id === file) return id
      if (PACKAGES.includes(id)) return `${VIEW}${id}`
      const place = /^(?:\.|#|\/)/.test(id) ? await this.resolve(id, importer, { skipSelf: true }) : null
      return place && numbers.has(place.id) ? `${VIEW}${relative(root, place.id)}${AS_CODE}` : undefined
    },
    async load(id) {
      if (!id.startsWith(VIEW)) return undefined
      made ??= make(root, { paths, file, alias })
      const name = id.slice(VIEW.length)
      const isPackage = PACKAGES.includes(name)
      const path = isPackage ? name : name.slice(0, -AS_CODE.length)
      const [names] = await Promise.all([isPackage ? exportsOfPackage(name) : exportsOf(root, path), made])
      return viewOf(file, numbers.get(isPackage ? name : join(root, path)) ?? -1, names)
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
  const places = [...paths.map((path) => `./${path}`), ...PACKAGES]
  // Each begins when it is first asked for: some of the pages' need a browser.
  const views = places.map((place, index) => `export const m${index} = () => import('${place}')`)
  await build({
    ...OPTIONS,
    absWorkingDir: root,
    alias,
    plugins: [WORDS_AS_TEXT, AS_VITE],
    stdin: { contents: views.join('\n'), resolveDir: root },
    outfile: file,
    bundle: true,
    conditions: ['workerd', 'worker', 'module'],
    define: { 'import.meta.env': JSON.stringify({ DEV: true, PROD: false, SSR: true }) },
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

/** What pages ask of Vite: files as text, addresses of styles, and all files of a pattern. */
const AS_VITE: BundlerPlugin = {
  name: 'as-vite',
  setup(bundler) {
    bundler.onResolve({ filter: /\?(?:raw|url)$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      namespace: 'as-vite',
    }))
    bundler.onLoad({ filter: /.*/, namespace: 'as-vite' }, async ({ path }) => {
      const [file = '', kind] = path.split('?')
      return { contents: kind === 'raw' ? await readFile(file, 'utf8') : file, loader: 'text' }
    })
    bundler.onLoad({ filter: /\.server\.ts$/ }, async ({ path }) => ({
      contents: withImports(await readFile(path, 'utf8'), dirname(path)),
      loader: 'ts',
    }))
  },
}

const GLOB = /import\.meta\.glob<[^(]*>\('([^']+)', \{ eager: true, (?:query: '(\?raw)', )?import: 'default' \}\)/g

/** Code in which an import of each file stands for a pattern of files. */
function withImports(code: string, folder: string): string {
  const imports: string[] = []
  const importOf = (path: string): string => `file${imports.push(`import file${imports.length + 1} from '${path}'`)}`
  const replaced = code.replace(GLOB, (_, pattern: string, query = '') => {
    const start = pattern.startsWith('./') ? './' : ''
    const paths = globSync(pattern, { cwd: folder }).map((path) => start + path)
    return `{ ${paths.map((path) => `'${path}': ${importOf(path + query)}`).join(', ')} }`
  })
  return [...imports, replaced].join('\n')
}

const exportsOfPackage = async (name: string): Promise<readonly string[]> => Object.keys((await import(name)) as object)

/** Names of what one module exports. */
async function exportsOf(root: string, path: string): Promise<readonly string[]> {
  if (path.endsWith('.json')) return ['default']
  const place = { absWorkingDir: root, entryPoints: [path], outdir: 'alone' }
  const { metafile } = await build({ ...OPTIONS, ...place, write: false, metafile: true })
  return Object.values(metafile.outputs).flatMap(({ exports }) => exports)
}

const viewOf = (file: string, number: number, names: readonly string[]): string =>
  [
    `import { m${number} } from ${JSON.stringify(file)}`,
    `const one = await m${number}()`,
    ...names.map((name) => (name === 'default' ? 'export default one.default' : `export const ${name} = one.${name}`)),
  ].join('\n')

const filesOf = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /(?<!\.d)\.tsx?$|\.json$/.test(path))
