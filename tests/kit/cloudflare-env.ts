// Runs before each file of room tests: storage without anything in it, and the directory's schema.

import { type D1Migration, applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { forgetIsolateCaches } from '#domain/isolate-cache'

type WorkerEnv = Env

type Load = (path: string, options?: object) => Promise<unknown>

declare global {
  /** Vitest's own, by which the pool loads the Worker. */
  // oxlint-disable-next-line no-var -- only such a variable is a property of globalThis
  var __vitest_mocker__: { readonly moduleRunner: { import: Load } }
  // oxlint-disable-next-line typescript/no-namespace -- the runtime's own name for the bindings; no other way to widen it
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      readonly TEST_MIGRATIONS?: D1Migration[]
      /** Of tests alone: tests/kit/verifiers.ts. */
      readonly VERIFIERS?: Fetcher
    }
    interface GlobalProps {
      mainModule: typeof import('../../server/worker')
    }
  }
}

/** Tables of the previous file would count as migrated, its users as registered. */
const hasNoTables = async (): Promise<boolean> =>
  (await env.DB.prepare("select count(*) as tables from sqlite_master where name glob '[a-z]*'").first('tables')) === 0

/** A late call of the previous file can recreate rows or block the deletion. Whether rooms are left is not asked: they stay listed when empty. */
const RESETS_MIN = 3

/**
 * The pool loads the Worker's module at every call of a room, by two messages to another process. Here once per test file. The module is
 * kept and no promise of it, because a promise ends with the request that made it.
 */
function loadWorkerOnce(): void {
  const { moduleRunner } = __vitest_mocker__
  // Of its class: the file before has put its own over it.
  const { import: load } = Object.getPrototypeOf(moduleRunner) as typeof moduleRunner
  let worker: unknown
  moduleRunner.import = async (path, options) => {
    if (!path.endsWith('/server/worker.ts')) return load.call(moduleRunner, path, options)
    return (worker ??= await load.call(moduleRunner, path, options))
  }
}

loadWorkerOnce()
forgetIsolateCaches()
await reset()
for (let tries = 1, isEmpty = false; !isEmpty; tries += 1) {
  await scheduler.wait(tries === 1 ? 100 : 20)
  await reset()
  isEmpty = tries >= RESETS_MIN && (await hasNoTables())
}
// Each as one text: four hundred and fifty statements are as many calls of the database.
const migrations = (env.TEST_MIGRATIONS ?? []).map(({ name, queries }) => ({ name, queries: [queries.join(';\n')] }))
await applyD1Migrations(env.DB, migrations)
// Concurrent files share rooms, whose names are user ids: each file starts from its own random id. Math.random returns the same values in
// every isolate.
const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
await env.DB.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'user'")
  .bind(10_000 + (drawn % 890) * 100)
  .run()
