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

/** Tables of the file before would count as migrated, and its users as registered. */
const hasNoTables = async (): Promise<boolean> =>
  (await env.DB.prepare("select count(*) as tables from sqlite_master where name glob '[a-z]*'").first('tables')) === 0

async function hasNoRooms(): Promise<boolean> {
  const { Account, Market, Quotes, Gateway, Watch, Leader, Event, Lot, Chat, Thread } = env
  // Each is of a kind of its own, which a list of them all does not say.
  const kinds = [
    Account,
    Market,
    Quotes,
    Gateway,
    Watch,
    Leader,
    Event,
    Lot,
    Chat,
    Thread,
  ] as unknown as (typeof Account)[]
  const left = await Promise.all(kinds.map((kind) => listDurableObjectIds(kind)))
  return left.flat().length === 0
}

/** A file of a room may be left that nobody has open any more. */
const TRIES_FOR_ROOMS = 3

forgetIsolateCaches()
await reset()
// A call of the file before that was cut off is tried once more: it would leave its traces in the new storage, or keep the old one.
for (let tries = 1, isEmpty = false; !isEmpty; tries += 1) {
  await scheduler.wait(100)
  await reset()
  isEmpty = (await hasNoTables()) && (tries >= TRIES_FOR_ROOMS || (await hasNoRooms()))
}
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS ?? [])
// Files that run at once share rooms, and users are named by numbers: each file counts from a number of its own. Math.random would be the
// same in every isolate.
const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
await env.DB.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'user'")
  .bind(10_000 + (drawn % 890) * 100)
  .run()
