// Scripts fetched by a browser on page load: scripts in the page and all their imports. Built files are served from
// disk; the page comes from the served Worker.

import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { findBrowser } from '../scripts/lib/browser.mjs'

const CLIENT = fileURLToPath(new URL('../build/client', import.meta.url))
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png' }
/** Silence (ms) after which loading counts as complete. */
const QUIET_MS = 1_500

/** Brotli quality of an edge compressing on the fly: level 11 is too slow for that and about a tenth smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Sizes in common encodings, each at its usual level. */
const weigh = (bytes) => ({
  raw: bytes.length,
  gzip: gzipSync(bytes, { level: 6 }).length,
  brotli: brotliCompressSync(bytes, BROTLI).length,
})

const weighed = new Map()
export async function weighFile(path) {
  if (!weighed.has(path)) weighed.set(path, weigh(await readFile(join(CLIENT, path))))
  return weighed.get(path)
}

/** Browser of one visitor; `measure(path)` returns script paths and their total sizes. */
export async function openMeter(port, token) {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('No Chromium found: `node scripts/setup.mjs --browser` installs one.')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  return {
    measure: (path) => measure(browser, { port, token, path }),
    close: () => browser.close(),
  }
}

async function measure(browser, { port, token, path }) {
  const origin = `http://127.0.0.1:${port}`
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
  await context.addCookies([{ name: 'cm_session', value: token, url: origin }])
  const page = await context.newPage()
  const scripts = new Set()
  let heardAt = Date.now()
  await page.route(isFile, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (route.request().resourceType() === 'script') scripts.add(pathname)
    heardAt = Date.now()
    const body = await readFile(join(CLIENT, pathname)).catch(() => null)
    if (!body) return route.fulfill({ status: 404 })
    return route.fulfill({ body, contentType: TYPES[extname(pathname)] ?? 'application/octet-stream' })
  })
  // Bench traders are not in the directory, so this request would redirect to login.
  await page.route(/\/api\/user\/info/, (route) => route.abort())
  await page.goto(path, { waitUntil: 'load' })
  while (Date.now() - heardAt < QUIET_MS) await page.waitForTimeout(100)
  await context.close()
  const sizes = await Promise.all([...scripts].map(weighFile))
  const sum = (kind) => sizes.reduce((total, size) => total + size[kind], 0)
  return { scripts: [...scripts], raw: sum('raw'), gzip: sum('gzip'), brotli: sum('brotli') }
}

const isFile = (url) => /\.(?:js|css|svg|png|webmanifest)$/.test(url.pathname)
