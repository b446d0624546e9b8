// Profiles of the command line: site and key id in one file, each private key in its own, readable by their owner alone.

import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A command that cannot be carried out: `code` is printed, `exit` is the process's. */
export class Wrong extends Error {
  constructor(code, detail, exit = 2) {
    super(detail)
    this.code = code
    this.exit = exit
  }
}

const FOLDER = join(
  process.env.XDG_CONFIG_HOME || (process.platform === 'win32' && process.env.APPDATA) || join(homedir(), '.config'),
  'cm',
)
const FILE = join(FOLDER, 'profiles.json')

const keyFile = (name) => join(FOLDER, `${name}.pem`)

function read() {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : { current: null, profiles: {} }
}

/** Whole or not at all: another command may read meanwhile. */
function write(path, text) {
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 })
  const fresh = `${path}.${process.pid}`
  writeFileSync(fresh, text, { mode: 0o600 })
  chmodSync(fresh, 0o600)
  renameSync(fresh, path)
}

const save = (stored) => write(FILE, `${JSON.stringify(stored, null, 2)}\n`)

function nameOf(name) {
  if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(name))
    throw new Wrong('profile_name', 'A name has small letters, digits, - and _')
  return name
}

/** With a site: a fresh key pair. With a key id: the profile is ready. */
export function login({ site, key, name: wanted }) {
  const stored = read()
  const name = nameOf(wanted ?? stored.current ?? 'default')
  const known = Object.hasOwn(stored.profiles, name) ? stored.profiles[name] : undefined
  if ((site === undefined) === (key === undefined)) throw new Wrong('usage', 'Either --site or --key')
  if (site !== undefined) {
    if (known?.key) throw new Wrong('profile_exists', `Profile "${name}" has a key: cm profile remove ${name}`)
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    write(keyFile(name), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    stored.profiles[name] = { site, key: null }
    save({ ...stored, current: name })
    const pem = publicKey.export({ type: 'spki', format: 'pem' })
    return {
      profile: name,
      public_key: pem,
      page: `${site}/settings/api`,
      next: `cm login --key <id> --profile ${name}`,
    }
  }
  if (!known) throw new Wrong('profile_unknown', 'First: cm login --site <address>')
  if (!/^[1-9]\d{0,14}\.[0-9a-f]{48}$/.test(key))
    throw new Wrong('key_malformed', 'The id of the key, as the page shows it')
  stored.profiles[name] = { ...known, key }
  save({ ...stored, current: name })
  return { profile: name, site: known.site, key }
}

/** Without anything secret. */
export function listProfiles() {
  const { current, profiles } = read()
  return Object.entries(profiles).map(([name, { site, key }]) => ({ name, site, key, isCurrent: name === current }))
}

export function useProfile(name) {
  const stored = read()
  if (!Object.hasOwn(stored.profiles, name)) throw new Wrong('profile_unknown', `There is no profile "${name}"`)
  save({ ...stored, current: name })
}

/** Its private key is deleted; the site still lists the key until its owner removes it there. */
export function removeProfile(name) {
  const stored = read()
  if (!Object.hasOwn(stored.profiles, name)) throw new Wrong('profile_unknown', `There is no profile "${name}"`)
  rmSync(keyFile(nameOf(name)), { force: true })
  delete stored.profiles[name]
  save({ ...stored, current: stored.current === name ? null : stored.current })
}

/** The wanted profile, or the current one; undefined without any. */
export function currentProfile(wanted) {
  const { current, profiles } = read()
  const name = wanted ?? current
  if (name === null) return undefined
  if (!Object.hasOwn(profiles, name)) throw new Wrong('profile_unknown', `There is no profile "${name}"`)
  return { name, ...profiles[name] }
}

export function readPrivateKey({ name }) {
  const path = keyFile(nameOf(name))
  if (!existsSync(path)) throw new Wrong('key_file_missing', `${path} is missing`)
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new Wrong('key_file_open', `Others may read ${path}: chmod 600`)
  try {
    return createPrivateKey(readFileSync(path))
  } catch {
    // The reason would quote the file.
    throw new Wrong('key_file_malformed', `${path} holds no private key`)
  }
}
