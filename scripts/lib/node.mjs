// Node version of the commands. If the installed one is too old for the packages, the version pinned in `scripts/node`
// is installed from npm into .cache/node and linked into node_modules/.bin, which npm searches first. Node built-ins
// only, compatible with Node 18.

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, linkSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Version required by the packages, and the oldest whose npm can install it. */
const NEEDED = [22, 12]
const OLDEST = [18, 0]
const PINS = join(ROOT, 'scripts/node')
const HOME = join(ROOT, '.cache/node')
const EXECUTABLE = process.platform === 'win32' ? 'node.exe' : 'node'
const LINK = join(ROOT, 'node_modules/.bin', EXECUTABLE)

const isAtLeast = (version, [major, minor]) => {
  const [itsMajor = 0, itsMinor = 0] = version.replace('v', '').split('.').map(Number)
  return itsMajor > major || (itsMajor === major && itsMinor >= minor)
}

/**
 * Runs npm with the Node of this process, in `folder`. Its words are shown.
 * @returns {boolean} whether it went well
 */
export function runNpm(args, folder = ROOT) {
  const PATH = dirname(process.execPath) + delimiter + process.env.PATH
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    env: { ...process.env, PATH },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  return status === 0
}

/**
 * Ensures that `script` runs on a recent Node: on an older one it is restarted with the pinned Node, and this process
 * exits with its code. Throws if none is available.
 */
export function requireNode(script) {
  if (isAtLeast(process.versions.node, NEEDED)) return
  const needed = `Node ${NEEDED.join('.')} or newer is needed; this is ${process.versions.node}`
  if (!isAtLeast(process.versions.node, OLDEST)) throw new Error(`${needed}.`)
  if (!isInstalled()) install()
  const node = findPinned()
  const version = node && versionOf(node)
  if (!version) throw new Error(`${needed}, and npm has no package of it for ${process.platform} on ${process.arch}.`)
  console.log(`${needed}: going on with ${version}, which is in .cache/node.`)
  // `linkNode` reads the machine's Node from this variable.
  const env = { npm_node_execpath: process.execPath, ...process.env }
  const { status } = spawnSync(node, [script, ...process.argv.slice(2)], { stdio: 'inherit', env })
  process.exit(status ?? 1)
}

/** Makes npm scripts find the pinned Node first where the machine's Node is too old. */
export function linkNode() {
  if (isAtLeast(versionOf(process.env.npm_node_execpath ?? process.execPath), NEEDED)) return
  if (isInstalled() && existsSync(LINK)) return
  if (!isInstalled()) install()
  rmSync(LINK, { force: true })
  if (process.platform === 'win32') linkSync(findPinned(), LINK)
  else symlinkSync(relative(dirname(LINK), findPinned()), LINK)
}

const isInstalled = () =>
  existsSync(join(HOME, 'node_modules/.package-lock.json')) && lockOf(HOME) === lockOf(PINS) && Boolean(findPinned())

const lockOf = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8')

function install() {
  console.log(`Installing Node 24 for this folder: the packages want ${NEEDED.join('.')} or newer.`)
  rmSync(HOME, { recursive: true, force: true })
  mkdirSync(HOME, { recursive: true })
  cpSync(PINS, HOME, { recursive: true })
  // npm verifies downloads against the lock file.
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  if (!runNpm(args, HOME)) throw new Error('Node 24 could not be installed; npm said why above.')
  // A hard link would still point to the Node of an older pin.
  rmSync(LINK, { force: true })
}

/** npm installs only this platform's package of those listed in `scripts/node`. */
function findPinned() {
  const packages = existsSync(join(HOME, 'node_modules')) ? readdirSync(join(HOME, 'node_modules')) : []
  const paths = packages.map((name) => join(HOME, 'node_modules', name, 'bin', EXECUTABLE))
  return paths.find((path) => existsSync(path))
}

/** Version, or empty if it cannot run, e.g. with another C library. */
const versionOf = (node) => String(spawnSync(node, ['--version']).stdout ?? '').trim()
