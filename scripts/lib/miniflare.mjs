// Serves the built Worker (dist/) on Miniflare's direct socket: every binding emulated, no proxy in front.
// For `npm start`, the browser tests, the crash tests and the benches.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { again } from './again.mjs'
import { ROOT } from './run.mjs'
import { readSeed } from './seed.mjs'
import { configuredVariables, startRuntime, workerOptions } from './runtime.mjs'

const CRON = '* * * * *'
const MIGRATIONS = join(ROOT, 'db/platform/migrations')
const SECRET = 'of-a-server-on-this-machine-only-0123456789'

/** @typedef {Awaited<ReturnType<typeof workerOptions>>} Worker */

/**
 * @typedef {object} ServeOptions
 * @property {string} [persistDir] where data is kept; without it, in memory
 * @property {number} [port] a free one without it
 * @property {Record<string, string>} [vars] all of them; without it those of wrangler.toml, and ENVIRONMENT is "test"
 * @property {Worker} [worker] what `readWorker` answers, in place of `vars`
 * @property {boolean} [isPrepared] the directory of `persistDir` is migrated and seeded already
 */

/**
 * Options of the Worker with its variables, as JSON data: a process that receives them starts without wrangler.
 * @param {ServeOptions} options
 */
export async function readWorker({ vars }) {
  // Nothing happens in a test that it did not do.
  const quiet = { SESSION_SECRET: SECRET, ENVIRONMENT: 'test', DEMO_TRADERS: 'off' }
  return workerOptions(vars ?? { ...(await configuredVariables()), ...quiet })
}

/**
 * Starts the app, its directory migrated and seeded.
 * @param {ServeOptions} [options]
 * @returns {Promise<{ url: string, stop: () => Promise<void>, sweep: () => Promise<void>, miniflare: import('miniflare').Miniflare }>}
 */
export async function serve({ persistDir, port = 0, vars, worker, isPrepared = false } = {}) {
  const miniflare = await startRuntime({
    persistDir,
    workers: [
      {
        ...(worker ?? (await readWorker({ vars }))),
        name: 'cm',
        ...readModules(join(ROOT, 'dist')),
        unsafeDirectSockets: [{ host: '127.0.0.1', port, entrypoint: 'Direct' }],
      },
    ],
  })
  if (!isPrepared) await prepareDirectory(await miniflare.getD1Database('DB'))
  const url = await miniflare.unsafeGetDirectURL('cm', 'Direct')
  return {
    url: url.origin,
    miniflare,
    stop: () => miniflare.dispose(),
    sweep: async () => {
      const worker = await miniflare.getWorker()
      await worker.scheduled({ cron: CRON })
    },
  }
}

/** Output of wrangler's bundler in a folder, as Miniflare takes it: one script and the texts it imports. */
export function readModules(folder) {
  const names = readdirSync(folder).filter((name) => /\.(?:sql|txt)$/.test(name))
  return {
    modulesRoot: folder,
    modules: [
      { type: 'ESModule', path: join(folder, 'worker.js') },
      ...names.map((name) => ({ type: 'Text', path: join(folder, name) })),
    ],
  }
}

async function prepareDirectory(database) {
  // A connection may be closed after its migration was applied: each try looks at what is missing.
  await again(() => migrate(database))
  const seed = await readSeed()
  const statements = seed.map((statement) => database.prepare(statement))
  if (statements.length > 0) await again(() => database.batch(statements))
}

/** Uses the same table of applied migrations as `wrangler d1 migrations apply`. */
async function migrate(database) {
  const { unstable_splitSqlQuery: splitSql } = await import('wrangler')
  const book = 'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,'
  await database.prepare(`${book} applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`).run()
  const { results } = await database.prepare('SELECT name FROM d1_migrations').all()
  const applied = new Set(results.map(({ name }) => name))
  const missing = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql') && !applied.has(name))
  for (const name of missing.sort()) {
    const statements = splitSql(readFileSync(join(MIGRATIONS, name), 'utf8'))
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ])
  }
}
