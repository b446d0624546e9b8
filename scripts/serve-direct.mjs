// Serves the built Worker as a killable process. Options as JSON in the first argument; sends its address to the
// parent.

import { serve } from './lib/miniflare.mjs'
import { fail } from './lib/run.mjs'
import { localVariables } from './lib/runtime.mjs'

const SWEEP_INTERVAL_MS = 60_000

try {
  const { isOwn = false, ...options } = JSON.parse(process.argv[2] ?? '{}')
  const app = await serve(isOwn ? { ...options, vars: await localVariables() } : options)
  if (!isOwn) setInterval(() => void app.sweep(), SWEEP_INTERVAL_MS)
  // Immediate sweep on request. At most two run concurrently, because on a slow machine they would pile up.
  let sweeps = 0
  process.on('message', () => {
    if (sweeps === 2) return
    sweeps += 1
    void app
      .sweep()
      .catch(() => undefined)
      .finally(() => (sweeps -= 1))
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.stop().finally(() => process.exit(0)))
  if (process.send) process.send({ url: app.url })
  else console.log(app.url)
} catch (error) {
  fail(error)
}
