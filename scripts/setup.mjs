// Before a command: installs packages when they are missing or older than the lock, and finds a browser: with --browser a Chromium, with --tests
// one that the tests are quickest with. Lists the files of words anew. Node built-ins only.

import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installBrowser, installShell } from './lib/browser.mjs'
import { writeWordList } from './lib/word-list.mjs'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const NODE_MIN = [20, 19]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1])) {
  stop(`Node ${NODE_MIN.join('.')} or newer is needed; this is ${process.versions.node}.`)
}

// npm writes this file last, so an interrupted installation does not count.
const installedAt = statSync(`${ROOT}node_modules/.package-lock.json`, { throwIfNoEntry: false })?.mtimeMs ?? 0
if (installedAt < statSync(`${ROOT}package-lock.json`).mtimeMs) {
  console.log('Installing packages…')
  // `--include=dev`: the build needs them even where NODE_ENV says production.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) stop('The packages could not be installed; npm said why above.')
}

writeWordList(ROOT)

const browser = { '--browser': installBrowser, '--tests': installShell }[process.argv[2]]
if (browser) {
  try {
    browser()
  } catch (error) {
    stop(error.message)
  }
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
