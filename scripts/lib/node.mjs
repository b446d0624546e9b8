// Node version of the commands. If the packages do not support the installed one, the version pinned in `scripts/node`
// is installed from npm into .cache/node and linked into node_modules/.bin, which npm searches first. Node built-ins
// only, compatible with Node 18.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, linkSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { installLocked } from './packages.mjs'
import { ROOT, onStop } from './run.mjs'

const NEEDED = 'Node 22.12, 24, 26 or newer is needed'
/** The oldest whose npm can install the pinned one. */
const OLDEST_MAJOR = 18
const PINS = join(ROOT, 'scripts/node')
const HOME = join(ROOT, '.cache/node')
const EXECUTABLE = process.platform === 'win32' ? 'node.exe' : 'node'
const LINK = join(ROOT, 'node_modules/.bin', EXECUTABLE)

const numbersOf = (version) => version.replace('v', '').split('.').map(Number)

/** Whether all packages run on a version: some refuse 23 and 25, which were never for long use. */
export function isSupported(version) {
  const [major, minor] = numbersOf(version)
  return major === 22 ? minor >= 12 : major === 24 || major >= 26
}

/**
 * Ensures that `script` runs on a supported Node: on another one it is restarted with the pinned Node, and this process
 * ends with it. Throws if none is available.
 */
export async function requireNode(script) {
  const { node: current } = process.versions
  if (isSupported(current)) return
  const needed = `${NEEDED}; this is ${current}`
  if (numbersOf(current)[0] < OLDEST_MAJOR) throw new Error(`${needed}.`)
  await install()
  const node = findPinned()
  const version = node && versionOf(node)
  if (!version) throw new Error(`${needed}, and npm has no package of it for ${process.platform} on ${process.arch}.`)
  console.log(`${needed}: going on with ${version}, which is in .cache/node.`)
  // `linkNode` reads the machine's Node from this variable.
  const env = { npm_node_execpath: process.execPath, ...process.env }
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: 'inherit', env })
  onStop(() => child.kill('SIGTERM'))
  const [code] = await once(child, 'exit')
  process.exit(code ?? 1)
}

/** Makes npm scripts find the pinned Node first where the machine's Node is not supported. */
export async function linkNode() {
  if (isSupported(versionOf(process.env.npm_node_execpath ?? process.execPath))) return
  if (isInstalled() && existsSync(LINK)) return
  await install()
  rmSync(LINK, { force: true })
  if (process.platform === 'win32') linkSync(findPinned(), LINK)
  else symlinkSync(relative(dirname(LINK), findPinned()), LINK)
}

const isInstalled = () =>
  existsSync(join(HOME, 'node_modules/.package-lock.json')) && lockOf(HOME) === lockOf(PINS) && Boolean(findPinned())

const lockOf = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8')

const install = () =>
  installLocked(HOME, {
    what: 'Node 24',
    isDone: isInstalled,
    prepare: () => {
      rmSync(HOME, { recursive: true, force: true })
      mkdirSync(HOME, { recursive: true })
      cpSync(PINS, HOME, { recursive: true })
      // A hard link would still point to the Node of an older pin.
      rmSync(LINK, { force: true })
    },
  })

/** npm installs only this platform's package of those listed in `scripts/node`. */
function findPinned() {
  const packages = existsSync(join(HOME, 'node_modules')) ? readdirSync(join(HOME, 'node_modules')) : []
  const paths = packages.map((name) => join(HOME, 'node_modules', name, 'bin', EXECUTABLE))
  return paths.find((path) => existsSync(path))
}

/** Version, or empty if it cannot run, e.g. with another C library. */
const versionOf = (node) => String(spawnSync(node, ['--version']).stdout ?? '').trim()
