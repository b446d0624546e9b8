// Runs before each file of room tests: storage without anything in it, and the directory's schema.

import { type D1Migration, applyD1Migrations, listDurableObjectIds, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { forgetIsolateCaches } from '#domain/isolate-cache'

type WorkerEnv = Env

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the runtime's own name for the bindings; no other way to widen it
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      readonly TEST_MIGRATIONS?: D1Migration[]
    }
    interface GlobalProps {
      mainModule: typeof import('../../server/worker')
    }
  }
}

/** What is left of the file before would count as migrated, registered and said. */
async function isEmpty(): Promise<boolean> {
  // Of one kind each, which a list of them all does not say.
  const rooms = [
    env.Account,
    env.Market,
    env.Quotes,
    env.Gateway,
    env.Watch,
    env.Leader,
    env.Event,
    env.Lot,
    env.Chat,
    env.Thread,
  ] as unknown as (typeof env.Account)[]
  const left = await Promise.all(rooms.map((namespace) => listDurableObjectIds(namespace)))
  const tables = env.DB.prepare("select count(*) as tables from sqlite_master where name glob '[a-z]*'")
  return left.flat().length === 0 && (await tables.first('tables')) === 0
}

forgetIsolateCaches()
await reset()
// A call of the file before that was cut off is tried once more: it would leave its traces in the new storage, or keep the old one.
do {
  await scheduler.wait(100)
  await reset()
} while (!(await isEmpty()))
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS ?? [])
// Files that run at once share rooms, and users are named by numbers: each file counts from a number of its own. Math.random would be the
// same in every isolate.
const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
await env.DB.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'user'")
  .bind(10_000 + (drawn % 890) * 100)
  .run()
