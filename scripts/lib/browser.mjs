// Finds a Chromium for the browser tests, or installs one. Node built-ins only: it runs before anything is installed.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const INSTALL_LIMIT_MS = 8 * 60_000

/** The path of a Chromium, or undefined. CHROMIUM_PATH wins. */
export function findBrowser() {
  const candidates = [process.env.CHROMIUM_PATH, ...USUAL_PLACES, ...playwrightBrowsers()]
  return candidates.find((path) => path && existsSync(path))
}

/** Finds a Chromium, else asks Playwright for one, else Debian's package manager. */
export function installBrowser() {
  const found = findBrowser()
  if (found) return found
  console.log('No Chromium found: installing one for the browser tests.')
  attempt(`${ROOT}node_modules/.bin/playwright-core`, ['install', 'chromium'])
  if (!findBrowser()) installWithApt()
  const installed = findBrowser()
  if (!installed) throw new Error('The browser tests need a Chromium. Install one and set CHROMIUM_PATH to its path.')
  return installed
}

function installWithApt() {
  if (!existsSync('/usr/bin/apt-get')) return
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [command, ...args] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  attempt(command, [...args, 'update', '-qq'])
  attempt(command, [
    ...args,
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    'chromium',
    'fonts-noto-cjk',
    'fonts-thai-tlwg',
  ])
}

/** Whether it worked is seen by whether there is a browser afterwards. */
const attempt = (command, args) =>
  spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], timeout: INSTALL_LIMIT_MS })

function playwrightBrowsers() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ]
  const inside = ['chrome-linux64/chrome', 'chrome-linux/chrome', 'chrome-mac/Chromium.app/Contents/MacOS/Chromium']
  return caches
    .filter((cache) => cache && existsSync(cache))
    .flatMap((cache) => readdirSync(cache).map((name) => join(cache, name)))
    .filter((folder) => /chromium-\d+$/.test(folder))
    .flatMap((folder) => inside.map((path) => join(folder, path)))
}
