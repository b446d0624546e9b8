// Calls of the operators' endpoints of backup, restore, doctor and screening: of a running app, of a deployed site, or of the local data, which is then
// served for as long as the command takes.

import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { knownAddress } from './address.mjs'
import { build } from './build.mjs'
import { holdLocalState, prepareDirectoryOnly, prepareLocalState } from './local-state.mjs'
import { ROOT } from './run.mjs'
import { spawnApp } from './spawn-app.mjs'

const STATE = '.wrangler/state/v3'
const TRIES = 5
const TOKEN_LENGTH_MIN = 32

/** Arguments of the three commands: `FILE [--url https://site] [--key-file FILE]`. */
export function readBackupArguments(args = process.argv.slice(2)) {
  const own = { file: null, url: null, keyFile: null }
  const names = { '--url': 'url', '--key-file': 'keyFile' }
  for (let at = 0; at < args.length; at += 1) {
    const name = names[args[at]]
    if (name) own[name] = args[(at += 1)] ?? null
    else if (args[at].startsWith('--') || own.file) throw new Error(`Unknown argument: ${args[at]}`)
    else own.file = args[at]
  }
  if (!own.file) throw new Error('Name the file, for example: npm run backup -- site.cmbackup')
  return own
}

/** A site to call, and how to let go of it. `isSeeded`: local data that nobody served yet gets its first rows; a restore wants none. */
export async function openSite(url, { isSeeded = false } = {}) {
  if (url) return { site: siteAt(url, tokenOf(process.env.BACKUP_TOKEN)), close: () => undefined }
  const known = knownAddress()
  const isRunning = await fetch(`${known}/health`).then(
    (answer) => answer.ok,
    () => false,
  )
  if (isRunning) return { site: siteAt(known, localToken()), close: () => undefined }
  holdLocalState()
  await build()
  await (isSeeded ? prepareLocalState() : prepareDirectoryOnly())
  // A process group, which ends with this process: a runtime that outlived it would go on with the data beside the next one.
  const app = await spawnApp({ persistDir: STATE, isPrepared: true, isOwn: true })
  return { site: siteAt(app.url, localToken()), close: app.stop }
}

/**
 * @typedef {import('./backup-site.mjs').Site & {
 *   screening: (path: string, body: object) => Promise<any>,
 *   examine: (asked: { mail: string | null }) => Promise<import('../../server/services/operating/doctor').Examination> }} OperatorSite
 * @returns {OperatorSite}
 */
function siteAt(url, token) {
  const call = (path, init) => insist(`${url.replace(/\/+$/, '')}/operator${path}`, { ...init, token })
  return {
    examine: async (asked) => (await call('/doctor', { method: 'POST', body: JSON.stringify(asked) })).json(),
    screening: async (path, body) =>
      (await call(`/screening${path}`, { method: 'POST', body: JSON.stringify(body) })).json(),
    ask: async (path, body) => (await call(`/backup${path}`, { method: 'POST', body: JSON.stringify(body) })).json(),
    readUpload: async (key, offset) => {
      const answer = await call(`/backup/upload?key=${encodeURIComponent(key)}&offset=${offset}`, {})
      if (answer.status === 410) return null
      return { type: answer.headers.get('Content-Type') ?? '', bytes: new Uint8Array(await answer.arrayBuffer()) }
    },
    writeUpload: async (to, body) => {
      await call(`/backup/restore/upload?${new URLSearchParams(to)}`, { method: 'PUT', body })
    },
  }
}

/** Repeats what was too much at once, and what was not answered; every call may be repeated. */
async function insist(url, { token, ...init }) {
  for (let left = TRIES; ; left -= 1) {
    const answer = await fetch(url, { ...init, headers: { Authorization: `Bearer ${token}` } }).catch((failure) => {
      if (left === 1) throw failure
    })
    if (!answer) {
      await wait(1000)
      continue
    }
    if (answer.ok || answer.status === 410) return answer
    if (answer.status === 404) throw new Error('The site has no such endpoint: BACKUP_TOKEN is not set there.')
    const isPassing = answer.status === 429 || answer.status >= 500
    if (!isPassing || left === 1) throw new Error(`The site refused (${answer.status}): ${await answer.text()}`)
    await wait(1000)
  }
}

function tokenOf(token) {
  if (!token || token.length < TOKEN_LENGTH_MIN) throw new Error('Set BACKUP_TOKEN to the secret of the site.')
  return token
}

/** That of .dev.vars, which `npm start` draws. */
function localToken() {
  const file = `${ROOT}.dev.vars`
  const [, token] = /^BACKUP_TOKEN="(.*)"$/m.exec(existsSync(file) ? readFileSync(file, 'utf8') : '') ?? []
  return tokenOf(process.env.BACKUP_TOKEN ?? token)
}
