// Starts the bench Worker on Miniflare with a direct socket and temporary data.

import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { freePort } from '../scripts/lib/port.mjs'
import { startRuntime } from '../scripts/lib/runtime.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const SESSION_SECRET = 'known-to-every-bench-and-to-nobody-else'
/** Opens the operators' endpoints. */
export const BACKUP_TOKEN = 'token-of-every-bench-and-of-nobody-else'

/** Old packages import Node modules without the `node:` prefix. */
const NODE_NAMES = Object.fromEntries(['fs', 'net', 'os', 'tty', 'util'].map((name) => [name, `node:${name}`]))

const bundle = async (contents, options) => {
  const result = await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'error',
    loader: { '.sql': 'text' },
    ...options,
  })
  return Buffer.from(result.outputFiles[0].contents).toString()
}

/** `pages`: the built pages, or a stub for benches without pages. */
const bundleWorker = (pages) =>
  bundle(`export { default } from './bench/bench-worker'; export * from './bench/bench-worker'`, {
    conditions: ['workerd', 'worker', 'browser'],
    mainFields: ['module', 'main'],
    external: ['cloudflare:*', 'node:*'],
    alias: { 'virtual:remix/server-build': join(ROOT, pages), ...NODE_NAMES },
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: { js: `import { createRequire as __makeRequire } from 'node:module'; const require = __makeRequire('/');` },
  })

/** Exports of a product module, by its path from the root. */
export async function loadModule(path) {
  const code = await bundle(`export * from './${path}'`, { external: ['node:*'] })
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
}

async function fillDirectory(database) {
  const folder = join(ROOT, 'db/platform/migrations')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const statements = []
  for (const file of files)
    statements.push(...(await readFile(join(folder, file), 'utf8')).split('--> statement-breakpoint'))
  const { seedStatements } = await loadModule('db/platform/seed/index')
  const all = [...statements, ...seedStatements()].filter((statement) => statement.trim() !== '')
  await database.batch(all.map((statement) => database.prepare(statement)))
}

/** A room bypassed by the bench reports unknown messages to the Market each time; and a room starts anew after a restore. */
const EXPECTED = ['a Market has only commands that this account sent', 'starts anew from its tables']

/** Passes on all but expected warnings, each with the stack on the line after it. */
function passOn(stream, into) {
  let isExpected = false
  createInterface({ input: stream }).on('line', (line) => {
    isExpected = EXPECTED.some((words) => line.includes(words)) || (isExpected && line.startsWith('stack: '))
    if (!isExpected) into.write(`${line}\n`)
  })
}

/** Files of the built pages: their texts, by language. */
async function answerFile(request) {
  const file = await readFile(join(ROOT, 'build/client', new URL(request.url).pathname)).catch(() => null)
  return new Response(file ?? 'no such file', { status: file ? 200 : 404 })
}

/** A served Worker: `port` of its direct socket, its directory's `database`, and `stop()`. */
export async function serve({ pages = 'tests/kit/no-pages.ts', ...extra } = {}) {
  const port = await freePort()
  const data = await mkdtemp(join(tmpdir(), 'cm-bench-'))
  const room = (className) => ({ className, useSQLite: true })
  const miniflare = await startRuntime({
    modules: [{ type: 'ESModule', path: 'bench.mjs', contents: await bundleWorker(pages) }],
    persistDir: data,
    d1Databases: ['DB'],
    r2Buckets: ['UPLOADS'],
    durableObjects: {
      Account: room('Account'),
      Chat: room('Chat'),
      Event: room('Event'),
      Gateway: room('Gateway'),
      Lot: room('Lot'),
      Market: room('Market'),
      Quotes: room('Quotes'),
      Leader: room('Leader'),
      Watch: room('Watch'),
      Drain: room('Drain'),
      Relay: room('Relay'),
      ProgramSocket: room('ProgramSocket'),
      Log: room('Log'),
      Thread: room('Thread'),
      BareAccount: room('BareAccount'),
      BareMarket: room('BareMarket'),
      BareFeed: room('BareFeed'),
      YieldRoom: room('YieldRoom'),
      HouseAccount: room('HouseAccount'),
      HouseWatch: room('HouseWatch'),
      BareFollower: room('BareFollower'),
      BareLeader: room('BareLeader'),
    },
    serviceBindings: { ASSETS: answerFile },
    bindings: {
      ENVIRONMENT: 'test',
      // Rate limit off: the bench measures capacity.
      COMMANDS_PER_SECOND: '1000000000',
      SESSION_SECRET,
      BACKUP_TOKEN,
      QUOTES_SOURCE: 'simulator',
      DEMO_MODE: 'on',
      SITE_NAME: 'CM',
      MAIL_SENDER: 'outbox',
      SMS_SENDER: 'outbox',
    },
    handleRuntimeStdio(stdout, stderr) {
      passOn(stdout, process.stdout)
      passOn(stderr, process.stderr)
    },
    ...extra,
    unsafeDirectSockets: [{ host: '127.0.0.1', port, entrypoint: 'Bench' }],
  })
  const database = await miniflare.getD1Database('DB')
  await fillDirectory(database)
  return {
    port,
    database,
    async stop() {
      await miniflare.dispose()
      await rm(data, { recursive: true, force: true })
    },
  }
}
