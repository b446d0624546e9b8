// Our own lint rules for size and names, beyond compiler and linter. Exceptions, each with its reason, are in tidy-allow.json.

import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import allow from './tidy-allow.json'

const ROOT = join(import.meta.dirname, '..')
const CODE_FOLDERS = ['app', 'server', 'party', 'db', 'scripts', 'bench', 'tests']
const PRODUCT_FOLDERS = /^(?:app|server|party|db|scripts)\//

const code = CODE_FOLDERS.flatMap(filesOf).filter(
  (path) => /\.(?:ts|tsx|mjs)$/.test(path) && !path.includes('/migrations/'),
)
const product = code.filter((path) => PRODUCT_FOLDERS.test(path))

describe('files', () => {
  const LINES_MAX = 300
  const SCREEN_LINES_MAX = 400
  /** Case tables and declarations: table schemas, columns and seeds. */
  const isExempt = (path: string) => /^tests\/|^db\/.*(?:schema|columns)\.ts$|^db\/platform\/seed\//.test(path)

  test('stay small enough to be read in one sitting', () => {
    const tooLong = code.flatMap((path) => {
      const lines = read(path).split('\n').length - 1
      const most = path.startsWith('app/routes/') ? SCREEN_LINES_MAX : LINES_MAX
      return lines > most && !isExempt(path) ? [`${path}: ${lines} lines, at most ${most}`] : []
    })
    expect(tooLong).toEqual([])
  })

  test('are named by what they own', () => {
    const vague = /(?:^|[/.-])(?:utils?|helpers?|misc|common|shared|types|constants|manager|stuff)(?:\.[^/]*|-[^/]*)?$/i
    expect(code.filter((path) => vague.test(path))).toEqual([])
  })

  test('are named in kebab-case', () => {
    // A route's dots, underscore, dollar and brackets are Remix's words; rooms, configurations and tests have dots too.
    expect(code.filter((path) => !/^(?:[a-z0-9$_][a-z0-9.$_[\]-]*\/?)+$/.test(path))).toEqual([])
  })

  test('of the product open with what they own', () => {
    expect(product.filter((path) => !/^(?:\/\/|\/\*|#!)/.test(read(path)))).toEqual([])
  })
})

describe('words in the code', () => {
  const BANNED: readonly (readonly [pattern: RegExp, instead: string])[] = [
    [/\b(?:TODO|FIXME|HACK)\b/, 'do it, or say in docs/decisions why not'],
    [/\b(?:blacklist|whitelist)/i, 'block list, allow list'],
    [/\boxlint-disable(?!.*--\s*\S)/, 'say why after `--`'],
    [/@ts-ignore/, '@ts-expect-error with a reason'],
    [/\.(?:only|skip)\(/, 'a test runs or is deleted'],
    [/\bvi\.waitFor\((?!look, limits\))/, 'waitFor of tests/kit/wait-for.ts: a second is little on a busy machine'],
    [/(?<![\w.])\/(?:home|root|Users|work)\/\w/, 'a path relative to the project'],
  ]

  test.each(BANNED)('%s is said otherwise: %s', (pattern) => {
    const isTidyTest = (path: string) => path === 'tests/tidy.test.ts'
    expect(code.filter((path) => !isTidyTest(path)).flatMap((path) => linesLike(path, pattern))).toEqual([])
  })

  test('names of the old wire stay in server/api', () => {
    const wire = /\b(?:lever|micro|lh_\w+|lh|dual)\b/
    const isAllowed = (path: string) => path.startsWith('server/api/') || path in allow.wireNames
    const inProduct = product.filter((path) => !path.startsWith('scripts/') && !isAllowed(path))
    expect(inProduct.flatMap((path) => linesLike(path, wire))).toEqual([])
  })
})

describe('room tests', () => {
  const SLEEP_MAX_MS = 50

  test('wait no longer than 50 ms, but where the list of sleeps says why, and there no more often than it says', () => {
    const isLong = (text: string) => !(Number(text.replaceAll('_', '')) <= SLEEP_MAX_MS)
    const sleeps: Readonly<Record<string, { count: number; reason: string }>> = allow.sleeps
    const counted = code
      .filter((path) => path.endsWith('.rooms.test.ts'))
      .map((path) => {
        const waits = read(path).matchAll(/scheduler\.wait\(([^)]*)\)|setTimeout\(.*, ([^,]*?)\)+(?:[,;\s]|$)/gm)
        return {
          path,
          long: [...waits].filter(([, one, other]) => isLong((one ?? other ?? '').replace(/[();]+$/, ''))).length,
        }
      })
    expect(counted.filter(({ path, long }) => long !== (sleeps[path]?.count ?? 0))).toEqual([])
  })
})

function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder)).flatMap((name) => {
    const path = `${folder}/${name}`
    return statSync(join(ROOT, path)).isDirectory() ? filesOf(path) : [path]
  })
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

function linesLike(path: string, pattern: RegExp): string[] {
  return read(path)
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []))
}
