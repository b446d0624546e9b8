// Prepares a command: a recent Node, installed packages, and a browser (--browser: Chromium; --tests: headless shell).
// Regenerates the translation list. Node built-ins only.

import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installBrowser, installShell } from './lib/browser.mjs'
import { linkNode, requireNode, runNpm } from './lib/node.mjs'
import { writeWordList } from './lib/word-list.mjs'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

try {
  requireNode(fileURLToPath(import.meta.url))
  installPackages()
  linkNode()
  writeWordList(ROOT)
  const browser = { '--browser': installBrowser, '--tests': installShell }[process.argv[2]]
  browser?.()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

function installPackages() {
  // npm writes this file last, so an interrupted installation does not count.
  const installedAt = statSync(`${ROOT}node_modules/.package-lock.json`, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (installedAt >= statSync(`${ROOT}package-lock.json`).mtimeMs) return
  console.log('Installing packages…')
  // `--include=dev`: the build needs them even when NODE_ENV is production.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  if (!runNpm(args)) throw new Error('The packages could not be installed; npm said why above.')
}
