// Serves the built Worker as a process that may be killed. Options as JSON in the first argument; tells its parent the address.

import { serve } from './lib/miniflare.mjs'
import { fail } from './lib/run.mjs'

const SWEEP_INTERVAL_MS = 60_000

try {
  const app = await serve(JSON.parse(process.argv[2] ?? '{}'))
  setInterval(() => void app.sweep(), SWEEP_INTERVAL_MS)
  // The minute's sweep at once, for who cannot wait a minute. No more than two run: on a slow machine they would pile up and leave nothing else time.
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
