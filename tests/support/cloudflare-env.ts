// Runs before each file of room tests: storage without anything in it, and the directory's schema.

import { type D1Migration, applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { forgetIsolateCaches } from '#domain/isolate-cache'

type WorkerEnv = Env

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the runtime's own name for the bindings; no other way to widen it
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
// Each file counts its users from another number, so that a call of an earlier file which is still on its way reaches nobody here.
let hash = 0
for (const letter of expect.getState().testPath ?? '') hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9_000
await env.DB.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('user', ?)")
  .bind((hash + 1) * 1_000)
  .run()
