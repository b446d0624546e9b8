// The built app for tests: inside this process, or as a process that can be killed. Both serve what the sources say now.

import { build } from '../../scripts/lib/build.mjs'
import { type ServeOptions, serve } from '../../scripts/lib/miniflare.mjs'
import { spawnApp as spawnBuiltApp } from '../../scripts/lib/spawn-app.mjs'

export type { ServeOptions }
export type StartedApp = Awaited<ReturnType<typeof startApp>>
export type SpawnedApp = Awaited<ReturnType<typeof spawnApp>>

/** Builds when stale and serves. Without `persistDir` the data is gone at `stop`. */
export async function startApp(options: ServeOptions = {}) {
  await build()
  return serve(options)
}

/** The same in a process group of its own: `kill` is SIGKILL to the server and its workerd. */
export async function spawnApp(options: ServeOptions = {}) {
  await build()
  return spawnBuiltApp(options)
}
