// Runs before each file of room tests: storage without anything in it, and the directory's schema.

import { type D1Migration, applyD1Migrations, reset } from 'cloudflare:test'
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

forgetIsolateCaches()
await reset()
// A call of the file before that was cut off is tried once more, and would leave its traces in the new storage.
await scheduler.wait(100)
await reset()
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS ?? [])
// Files that run at once share rooms, and users are named by numbers: each file counts from a number of its own. Math.random would be the
// same in every isolate.
const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
await env.DB.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'user'")
  .bind(10_000 + (drawn % 890) * 100)
  .run()
