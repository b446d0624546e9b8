// Server, rooms and stores as one module for the room tests: a cold runtime fetches each module by a call of its own, and two thousand calls
// take longer than most test files. A module that a test imports is a view into the one, so nothing is loaded twice.

import { readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
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
  let made: Promise<Names> | undefined
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
      const names = await (made ??= make(root, { paths, file, alias }))
      const path = id.slice(VIEW.length, -AS_CODE.length)
      return viewOf(file, numbers.get(join(root, path)) ?? -1, names.get(path) ?? ['default'])
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

/** What each module exports. */
type Names = ReadonlyMap<string, readonly string[]>

interface Asked {
  readonly paths: readonly string[]
  readonly file: string
  readonly alias: Readonly<Record<string, string>>
}

async function make(root: string, { paths, file, alias }: Asked): Promise<Names> {
  process.once('exit', () => rmSync(file, { force: true }))
  const views = paths.map((path, index) => `export * as m${index} from './${path}'`)
  const whole = build({
    ...OPTIONS,
    absWorkingDir: root,
    alias,
    stdin: { contents: views.join('\n'), resolveDir: root },
    outfile: file,
    bundle: true,
    conditions: ['workerd', 'worker', 'module'],
    external: ['node:*', 'cloudflare:*'],
  })
  const entryPoints = paths.filter((path) => path.endsWith('.ts'))
  const alone = build({ ...OPTIONS, absWorkingDir: root, entryPoints, outdir: 'alone', write: false, metafile: true })
  const { outputs } = (await Promise.all([alone, whole]))[0].metafile
  return new Map(Object.values(outputs).map(({ entryPoint = '', exports }) => [entryPoint, exports]))
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
