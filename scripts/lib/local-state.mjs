// Preparation of a local server: secrets, migrated directory, seed. Each is done once.

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { drawLogKey } from './log-key.mjs'
import { tryLock } from './lock.mjs'
import { ROOT, mustRun } from './run.mjs'
import { readSeed } from './seed.mjs'
import { hashOf, whenStale } from './stale.mjs'
import { STORES } from './stores.mjs'

const STATE = '.wrangler/state'
/** A command whose shell was killed ends a moment later. */
const ENDING_MS = 5_000
const BASELINES = Object.keys(STORES).map((store) => `db/${store}/migrations/0000_baseline.sql`)

/** Lets one server at a time have the data, until this process ends: a second would have rooms of its own for the same accounts. */
export function holdLocalState() {
  const until = Date.now() + ENDING_MS
  while (!tryLock(`${ROOT}.cache/state.pid`)) {
    if (Date.now() > until)
      throw new Error(`${STATE} is in use: another command of this folder serves it. Stop that one first.`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
}

export async function prepareLocalState() {
  await prepareDirectoryOnly()
  await whenStale({
    stamp: `${STATE}/seeded`,
    inputs: ['scripts/seed.mjs', 'db/platform/migrations'],
    // The seed's text instead of its files, because seed data lives in several product folders.
    text: (await readSeed()).join('\n'),
    what: 'Writing products, pairs and accounts',
    work: () => import('../seed.mjs'),
  })
}

/** Secrets and tables, nothing in them: what a restore begins with. */
export async function prepareDirectoryOnly() {
  writeMissingSecrets()
  setStateOfOlderBaselineAside()
  await whenStale({ stamp: `${STATE}/baseline`, inputs: BASELINES, work: () => undefined })
  // Stamps are stored with the data, so that deleting .wrangler/state resets both.
  await whenStale({
    stamp: `${STATE}/migrated`,
    inputs: ['db/platform/migrations'],
    what: 'Making tables',
    work: () => mustRun('wrangler', ['d1', 'migrations', 'apply', 'cm', '--local']),
  })
}

/** Before 1.0 baseline migrations are rewritten, and databases of older baselines cannot be migrated: moves them to another name. */
function setStateOfOlderBaselineAside() {
  if (!existsSync(`${ROOT}${STATE}/migrated`)) return
  const stamp = `${ROOT}${STATE}/baseline`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(BASELINES)) return
  const kept = `${STATE}-${new Date().toISOString().replace(/\W/g, '')}`
  renameSync(ROOT + STATE, ROOT + kept)
  console.log(`The tables changed since ${STATE} was made. It is kept as ${kept}, and a new one begins.`)
}

const drawSecret = () => randomBytes(32).toString('base64url')

/** Secrets that each installation makes for itself. */
const DRAW = {
  SIMULATOR_SEED: drawSecret,
  LOG_KEY: () => drawLogKey(`localhost/log/${randomBytes(4).toString('hex')}`).secret,
  BACKUP_TOKEN: drawSecret,
}
const EMPTY_DRAWN = new RegExp(`^(${Object.keys(DRAW).join('|')})=""$`, 'gm')

/**
 * Random secrets of this machine. Existing ones are never overwritten, because sessions would end, simulated price
 * history would change, and the log would have another signer.
 */
function writeMissingSecrets() {
  const file = `${ROOT}.dev.vars`
  const isNew = !existsSync(file)
  const before = readFileSync(isNew ? `${ROOT}.dev.vars.example` : file, 'utf8')
  const named = Object.keys(DRAW)
    .filter((name) => !new RegExp(`^${name}=`, 'm').test(before))
    .map((name) => `${name}=""\n`)
  const whole = named.length > 0 ? `${before.trimEnd()}\n${named.join('')}` : before
  const signed = isNew ? whole.replace(/^SESSION_SECRET=.*$/m, () => `SESSION_SECRET="${drawSecret()}"`) : whole
  const text = signed.replace(EMPTY_DRAWN, (_, name) => `${name}="${DRAW[name]()}"`)
  if (isNew || text !== before) writeFileSync(file, text, { mode: 0o600 })
}
