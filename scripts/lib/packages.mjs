// Installation of the packages that a lock file names. Node built-ins only, compatible with Node 18.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { withLock } from './lock.mjs'
import { ROOT } from './run.mjs'

/**
 * npm's settings on a machine may leave out development or optional packages (the tools' executables are optional
 * ones), or refuse a package that only one command needs a newer Node for.
 */
const ARGS = ['ci', '--include=dev', '--include=optional', '--no-engine-strict']
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error']

/**
 * Runs `npm ci` in `folder`, with the Node of this process, unless `isDone`. Commands that are started together install one
 * after the other. npm verifies downloads against the lock file and shows its errors.
 * @param {string} folder
 * @param {{ isDone: () => boolean, prepare?: () => void, what: string }} options
 */
export async function installLocked(folder, { isDone, prepare, what }) {
  if (isDone()) return
  await withLock(join(ROOT, '.cache/install.pid'), async () => {
    if (isDone()) return
    console.log(`Installing ${what}…`)
    prepare?.()
    if (!(await runNpm([...ARGS, ...QUIET], folder)))
      throw new Error(`${what} could not be installed; npm said why above.`)
  })
}

async function runNpm(args, folder) {
  const npm = spawn('npm', args, {
    cwd: folder,
    env: { ...process.env, PATH: dirname(process.execPath) + delimiter + process.env.PATH },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  const [code] = await once(npm, 'close')
  return code === 0
}

/**
 * Whether node_modules has every package that the lock names for this platform. Compares contents instead of times,
 * because packages may come from an earlier checkout, another system or an installation of production packages only.
 */
export function isLockInstalled(folder) {
  // npm writes this file last, so an interrupted installation does not count.
  const record = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const installed = readPackages(record)
  return Object.entries(readPackages(join(folder, 'package-lock.json'))).every(([path, needed]) => {
    if (path === '' || !(path in installed)) return path === '' || !isNeeded(needed)
    return installed[path].version === needed.version && existsSync(join(folder, path, 'package.json'))
  })
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** Optional packages belong to one platform each. Of those for one C library it is unknown which applies. */
const isNeeded = ({ optional, os, cpu, libc }) =>
  !optional || Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc)
