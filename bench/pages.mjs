// What a page costs: script bytes that a browser loads for it, milliseconds to render it on the server, and the size of the Worker.
//
//   node bench/pages.mjs [--requests 40]
//
// Needs the built pages (`npm run build`). Scripts are counted as they stand in the page: what a page loads later, when it is used, is listed apart.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ask, httpRequest, load } from './load.mjs'
import { serve } from './served.mjs'
import { indexTicks, openTraders } from './traders.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { values: options } = parseArgs({ options: { requests: { type: 'string', default: '40' } } })
const PAGES = [
  '/',
  '/market',
  '/trade/spot/BTC-USDT',
  '/orders',
  '/assets',
  '/assets/bills',
  '/login',
  '/register',
  '/forgot',
]

const kilobytes = (bytes) => (bytes / 1024).toFixed(1)
const table = (rows) =>
  console.log(
    rows
      .map((row) => row.map((cell, at) => (at === 0 ? String(cell).padEnd(34) : String(cell).padStart(12))).join(''))
      .join('\n'),
  )

/** Every script of a page: the ones it preloads and the ones it imports. */
function scriptsOf(html) {
  const found = html.matchAll(/(?:href=|from |import )["'](\/assets\/[^"']+\.js)["']/g)
  return [...new Set(Array.from(found, ([, path]) => path))]
}

const sizes = new Map()
async function sizeOf(path) {
  if (!sizes.has(path)) {
    const bytes = await readFile(join(ROOT, 'build/client', path))
    sizes.set(path, {
      raw: bytes.length,
      gzip: gzipSync(bytes, { level: 9 }).length,
      brotli: brotliCompressSync(bytes).length,
    })
  }
  return sizes.get(path)
}

async function measurePage(port, path, trader) {
  const request = httpRequest('GET', path, {
    headers: [`Cookie: cm_session=${trader.token}`, 'Accept: text/html', 'Accept-Language: en'],
  })
  const html = await ask(port, request)
  const scripts = await Promise.all(scriptsOf(html).map(sizeOf))
  const sum = (kind) => scripts.reduce((total, size) => total + size[kind], 0)
  let left = Number(options.requests)
  await load({ port, connections: 1, seconds: 1, next: () => request })
  const timed = []
  while (left-- > 0) {
    const start = performance.now()
    await ask(port, request)
    timed.push(performance.now() - start)
  }
  timed.sort((a, b) => a - b)
  const { rate } = await load({ port, connections: 4, seconds: 2, next: () => request })
  return [
    path, scripts.length, kilobytes(sum('raw')), kilobytes(sum('gzip')), kilobytes(sum('brotli')),
    kilobytes(html.length), timed[timed.length >> 1].toFixed(1), rate.toFixed(0),
  ] // prettier-ignore
}

/** The scripts that no page of the list loads at once, largest first. */
async function laterScripts() {
  const names = (await readdir(join(ROOT, 'build/client/assets')))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `/assets/${name}`)
  const later = await Promise.all(
    names.filter((name) => !sizes.has(name)).map(async (name) => [name, await sizeOf(name)]),
  )
  return later.toSorted(([, a], [, b]) => b.gzip - a.gzip).slice(0, 5)
}

async function measureWorker() {
  const folder = await mkdtemp(join(tmpdir(), 'cm-bundle-'))
  await promisify(execFile)('npx', ['wrangler', 'deploy', '--dry-run', '--outdir', folder], {
    cwd: ROOT,
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
  })
  const bytes = Buffer.concat(
    await Promise.all(
      (await readdir(folder))
        .filter((name) => /\.(?:js|mjs|sql)$/.test(name))
        .map((name) => readFile(join(folder, name))),
    ),
  )
  await rm(folder, { recursive: true })
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length }
}

const served = await serve({ pages: 'build/server/index.js' })
try {
  const [trader] = await openTraders(served.port, 1)
  await indexTicks(served.port)
  table([['page', 'scripts', 'KiB', 'KiB gzip', 'KiB brotli', 'KiB HTML', 'ms p50', 'pages/s']])
  for (const path of PAGES) table([await measurePage(served.port, path, trader)])
  console.log('\nloaded later, when used')
  for (const [name, size] of await laterScripts())
    table([[name.slice('/assets/'.length), '', kilobytes(size.raw), kilobytes(size.gzip), kilobytes(size.brotli)]])
} finally {
  await served.stop()
}
const worker = await measureWorker()
console.log(`\nWorker bundle: ${kilobytes(worker.raw)} KiB, ${kilobytes(worker.gzip)} KiB gzip`)
