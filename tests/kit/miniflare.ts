// The built app for tests: in this process, or as a process that can be killed. Both serve the current sources.

import { build } from '../../scripts/lib/build.mjs'
import { type ServeOptions, serve } from '../../scripts/lib/miniflare.mjs'
import { spawnApp as spawnBuiltApp } from '../../scripts/lib/spawn-app.mjs'
import { testVariables } from './variables'

export type { ServeOptions }
export type StartedApp = Awaited<ReturnType<typeof startApp>>
export type SpawnedApp = Awaited<ReturnType<typeof spawnApp>>

let built: Promise<unknown> | undefined
/** Builds once per test process: later source changes need a new run. */
const buildOnce = () => (built ??= build())

/** `vars` override the variables of every test. */
const withVariables = <Options extends ServeOptions>(options: Options) => ({
  ...options,
  vars: testVariables(options.vars),
})

/** Builds when stale and serves. Without `persistDir` the data is gone at `stop`. */
export async function startApp(options: ServeOptions = {}) {
  await buildOnce()
  const app = await serve(withVariables(options))
  const release = await holdConnection(app)
  return {
    ...app,
    stop: () => {
      release()
      return app.stop()
    },
  }
}

/**
 * A test calls bindings over one connection, which the runtime closes after five idle seconds, at times just as a call starts. One call a second
 * leaves it no idle time.
 */
async function holdConnection({ miniflare }: Awaited<ReturnType<typeof serve>>): Promise<() => void> {
  const database = await miniflare.getD1Database('DB')
  const calls = setInterval(() => {
    try {
      database.prepare('SELECT 1')
    } catch {
      // The next call opens another connection.
    }
  }, 1000)
  return () => clearInterval(calls)
}

/** The same in its own process group: `kill` sends SIGKILL to the server and its workerd. */
export async function spawnApp(options: ServeOptions & { readonly log?: string } = {}) {
  await buildOnce()
  return spawnBuiltApp(withVariables(options))
}
