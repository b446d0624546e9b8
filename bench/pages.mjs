// Page cost: script bytes fetched on load, rounds of calls to rooms and directory, render time on the server; and the
// Worker size.
//
//   node bench/pages.mjs [--requests 40] [--only /,/market]
//
// Needs the built pages (`npm run build`). Fails when a page exceeds its size limit (Brotli as compressed by an edge),
// or when a customer page needs more than one round.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { openMeter, weighFile } from './first-load.mjs'
import { ask, httpRequest, load } from './load.mjs'
import { loadModule, serve } from './served.mjs'
import { PAIR, indexTicks, openTraders } from './traders.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { values: options } = parseArgs({
  options: { requests: { type: 'string', default: '40' }, only: { type: 'string' } },
})
const SPOT = `/trade/spot/${PAIR}`
const PAGES = [
  '/',
  '/market',
  SPOT,
  '/orders',
  '/assets',
  '/assets/bills',
  '/assets/transfer',
  '/settings',
  '/register',
  '/forgot',
]
/** Example values for path parameters. */
const EXAMPLES = { '/trade/spot/:symbol': SPOT, '/news/:id': '/news/1' }
/** Script size limits in bytes (Brotli). Spot includes the chart. */
const SCRIPT_MAX = { '/': 132_000, [SPOT]: 215_000 }
const ROUNDS_MAX = 1
/** Marked when slower; not a failure, because machines differ. */
const SERVER_MS_MAX = 12
/** Pages for guests only; users are redirected away. */
const FOR_GUESTS = ['/register', '/forgot']

const GUEST = { token: '' }

const pages = options.only?.split(',') ?? PAGES
const problems = []
const kilobytes = (bytes) => (bytes / 1000).toFixed(1)
const table = (...rows) =>
  console.log(
    rows
      .map((row) => row.map((cell, at) => (at === 0 ? String(cell).padEnd(34) : String(cell).padStart(11))).join(''))
      .join('\n'),
  )

const get = (path, { token }) =>
  httpRequest('GET', path, {
    headers: [`Cookie: cm_session=${token}`, 'Accept: text/html', 'Accept-Language: en'],
  })

async function measureScripts(meter, path) {
  const { scripts, raw, gzip, brotli } = await meter.measure(path)
  const limit = SCRIPT_MAX[path]
  if (brotli > limit) problems.push(`${path} sends ${brotli} bytes of script; it may send ${limit}`)
  table([path, scripts.length, kilobytes(raw), kilobytes(gzip), kilobytes(brotli), limit ? kilobytes(limit) : ''])
  return scripts
}

async function countRounds(port, path, trader) {
  const counted = JSON.parse(await ask(port, get(`/bench/rounds?path=${encodeURIComponent(path)}`, trader)))
  const { rounds } = counted
  if (rounds > ROUNDS_MAX) problems.push(`${path} asks in ${rounds} rounds; it may in ${ROUNDS_MAX}`)
  return counted
}

/** All customer pages, including redirecting ones. Pages of objects that exist only for their owner are excluded. */
async function countEveryPage(port, trader) {
  const { PAGES: all } = await loadModule('app/site/pages')
  const paths = all.map(({ path }) => EXAMPLES[path] ?? path)
  const open = paths.filter((path) => !path.includes(':'))
  for (const path of open) {
    for (const visitor of [trader, GUEST]) {
      const { status } = await countRounds(port, path, visitor)
      if (status >= 400) problems.push(`${path} answered ${status}`)
    }
  }
  console.log(`\n${open.length} pages counted for one round`)
  return open
}

/** Server time of every customer page, slowest first, by one connection. */
async function timeEveryPage(port, paths, trader) {
  const timed = []
  for (const path of paths) {
    const request = get(path, FOR_GUESTS.includes(path) ? GUEST : trader)
    const measured = { port, connections: 1, next: () => request, mayRedirect: true }
    await load({ ...measured, seconds: 0.3 })
    timed.push([path, (await load({ ...measured, seconds: 0.7 })).p50])
  }
  table([], ['server time of every page', 'ms p50'])
  for (const [path, ms] of timed.toSorted(([, a], [, b]) => b - a))
    table([path, ms.toFixed(1), ms > SERVER_MS_MAX ? 'slow' : ''])
}

/** Account pages require a user in the directory. */
const enterDirectory = (database, { userId }) =>
  database
    .prepare(
      `insert into user (id, email, password_hash, nickname, language, invite_code, created_at, password_changed_at)
       values (?, ?, 'none', 'bench', 'en', ?, 0, 0)`,
    )
    .bind(userId, `${userId}@bench.example`, `B${userId}`)
    .run()

async function measureAnswer(port, path, trader) {
  const request = get(path, trader)
  const html = await ask(port, request)
  const { calls, rounds, status } = await countRounds(port, path, trader)
  if (status !== 200) problems.push(`${path} answered ${status}`)
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
  table([path, calls, rounds, kilobytes(html.length), timed[timed.length >> 1].toFixed(1), rate.toFixed(0)])
}

/** Largest scripts that no listed page loads initially. */
async function laterScripts(atOnce) {
  const names = (await readdir(join(ROOT, 'build/client/assets')))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `/assets/${name}`)
  const later = await Promise.all(
    names.filter((name) => !atOnce.has(name)).map(async (name) => [name, await weighFile(name)]),
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

  const meter = await openMeter(served.port, trader.token)
  const atOnce = new Set()
  table(['scripts of a first load', 'files', 'kB', 'kB gzip', 'kB brotli', 'most'])
  try {
    for (const path of pages) for (const script of await measureScripts(meter, path)) atOnce.add(script)
  } finally {
    await meter.close()
  }
  table([], ['loaded later, when used'])
  for (const [name, size] of await laterScripts(atOnce))
    table([name.slice('/assets/'.length), '', kilobytes(size.raw), kilobytes(size.gzip), kilobytes(size.brotli)])

  // The catalogue is cached per isolate for half a minute: this request fills the cache.
  await ask(served.port, get('/bench/rounds?path=/market', trader))
  table([], ['answer of the server', 'calls', 'rounds', 'kB HTML', 'ms p50', 'pages/s'])
  for (const path of pages) await measureAnswer(served.port, path, FOR_GUESTS.includes(path) ? GUEST : trader)
  if (!options.only) {
    await enterDirectory(served.database, trader)
    const paths = await countEveryPage(served.port, trader)
    await timeEveryPage(served.port, paths, trader)
  }
} finally {
  await served.stop()
}
const worker = await measureWorker()
console.log(`\nWorker bundle: ${kilobytes(worker.raw)} kB, ${kilobytes(worker.gzip)} kB gzip`)
for (const problem of problems) console.error(`✗ ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)
