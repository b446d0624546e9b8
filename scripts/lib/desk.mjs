// Shared by the desk's commands: database access through wrangler, and argument parsing.

import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT, run } from './run.mjs'

export const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** Rows of one query. `where` is wrangler's own: ["--local"], ["--remote", "--env", "production"], ["--persist-to", …]. */
export async function query(where, sql) {
  const said = await d1(where, ['--json', '--command', sql])
  // Wrangler may print warnings before and after the JSON.
  return JSON.parse(said.slice(said.indexOf('['), said.lastIndexOf(']') + 1)).at(-1)?.results ?? []
}

/** Executes statements in order; throws on failure. */
export async function execute(where, statements) {
  const file = '.cache/desk.sql'
  mkdirSync(`${ROOT}.cache`, { recursive: true })
  writeFileSync(ROOT + file, `${statements.join(';\n')};\n`, { mode: 0o600 })
  await d1(where, ['--yes', '--json', '--file', file])
}

const TRIES = 6
const BETWEEN_TRIES_MS = 500
const IN_USE = /SQLITE_BUSY|database is locked/

const d1 = (where, args) => insist(() => run('wrangler', ['d1', 'execute', 'cm', ...where, ...args], { capture: true }))

/**
 * Output of the tool. Retried while a running app holds the database lock: the statements are one transaction, so a
 * failed try has no effect.
 */
export async function insist(work, betweenMs = BETWEEN_TRIES_MS) {
  for (let left = TRIES; left > 0; left -= 1) {
    const { code, output } = await work()
    if (code === 0) return output
    if (!IN_USE.test(output)) {
      process.stderr.write(output)
      throw new Error('The database refused; what it said stands above.')
    }
    if (left > 1) await wait(betweenMs)
  }
  throw new Error('The running app is using the database. Nothing was changed; please try again in a moment.')
}

/** Splits arguments into the command's own and wrangler's. */
export function readArguments(known) {
  const own = {}
  const words = []
  const where = []
  const args = process.argv.slice(2)
  while (args.length > 0) {
    const arg = args.shift()
    if (known.includes(arg)) own[arg] = args.shift()
    else if (arg === '--remote' || arg === '--local') where.push(arg)
    else if (arg.startsWith('--')) where.push(arg, args.shift() ?? '')
    else words.push(arg)
  }
  if (!where.includes('--remote') && !where.includes('--local')) where.unshift('--local')
  return { own, words, where }
}
