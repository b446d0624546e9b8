// Finds or installs a Chromium for browser tests. Node built-ins only, because it runs before packages are installed.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
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
/** Debian's command name of the headless shell, and its package. */
const SHELL = 'chromium-headless-shell'
const INSTALL_LIMIT_MS = 8 * 60_000
const SHELL_LIMIT_MS = 2 * 60_000

/** Path of a Chromium, or undefined. CHROMIUM_PATH has precedence. */
export function findBrowser() {
  return firstOf([process.env.CHROMIUM_PATH, ...USUAL_PLACES, ...playwrightBrowsers(/^chromium-\d+$/, INSIDE)])
}

/** Headless Chromium if installed, otherwise full Chromium, which costs about a second of CPU per page. */
export function findShell() {
  const shells = [`/usr/bin/${SHELL}`, ...playwrightBrowsers(/^chromium_headless_shell-\d+$/, INSIDE_SHELL)]
  return firstOf([process.env.CHROMIUM_PATH, ...shells]) ?? findBrowser()
}

/** For tests. Optional, since full Chromium only is slower; installed only where no consent is needed (root on Debian). */
export function installShell() {
  const found = installBrowser()
  if (findShell() !== found || found === process.env.CHROMIUM_PATH) return
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  const apt = (...args) => attempt('env', ['DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args], SHELL_LIMIT_MS)
  const install = () => apt('install', '-y', '--no-install-recommends', SHELL)
  if (install().status !== 0 && apt('update').status === 0) install()
}

const firstOf = (paths) => paths.find((path) => path && existsSync(path))

/** Finds a Chromium, else asks Playwright for one, else Debian's package manager. */
export function installBrowser() {
  const found = findBrowser()
  if (found) return found
  console.log('No Chromium found: installing one for the browser tests.')
  attempt(process.execPath, [`${ROOT}node_modules/playwright-core/cli.js`, 'install', 'chromium'])
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

/** Success is determined by the presence of a browser afterwards. */
const attempt = (command, args, timeout = INSTALL_LIMIT_MS) =>
  spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], timeout })

const INSIDE = ['chrome-linux64/chrome', 'chrome-linux/chrome', 'chrome-mac/Chromium.app/Contents/MacOS/Chromium']
const INSIDE_SHELL = [
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-linux/headless_shell',
  'chrome-mac/headless_shell',
]

/** Executables at a path of `inside` in Playwright's matching folders. */
function playwrightBrowsers(name, inside) {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ]
  return caches
    .filter((cache) => cache && existsSync(cache))
    .flatMap((cache) => readdirSync(cache).map((name) => join(cache, name)))
    .filter((folder) => name.test(basename(folder)))
    .flatMap((folder) => inside.map((path) => join(folder, path)))
}
