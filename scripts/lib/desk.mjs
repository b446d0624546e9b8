// What the desk's commands share: its database through wrangler, and how their arguments are read.

import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { ROOT, mustRun } from './run.mjs'

export const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** Rows of one query. `where` is wrangler's own: ["--local"], ["--remote", "--env", "production"], ["--persist-to", …]. */
export async function query(where, sql) {
  const said = await mustRun('wrangler', ['d1', 'execute', 'cm', ...where, '--json', '--command', sql])
  // Warnings may stand around the answer.
  return JSON.parse(said.slice(said.indexOf('['), said.lastIndexOf(']') + 1)).at(-1)?.results ?? []
}

/** Statements in their order. Fails when one of them does. */
export async function execute(where, statements) {
  const file = '.cache/desk.sql'
  mkdirSync(`${ROOT}.cache`, { recursive: true })
  writeFileSync(ROOT + file, `${statements.join(';\n')};\n`, { mode: 0o600 })
  await mustRun('wrangler', ['d1', 'execute', 'cm', ...where, '--yes', '--json', '--file', file])
}

/** Arguments of the command itself, and those that are wrangler's. */
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
