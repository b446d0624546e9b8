// Server process of `npm start`: the built Worker with variables of .dev.vars and data in .wrangler/state. Port in the
// first argument; sends its address to the parent.

import { openFront } from './lib/front.mjs'
import { serve } from './lib/miniflare.mjs'
import { fail } from './lib/run.mjs'
import { localVariables } from './lib/runtime.mjs'

const SWEEP_INTERVAL_MS = 60_000
/** Same location as wrangler's, so that `npx wrangler dev` uses the same data. */
const STATE = '.wrangler/state/v3'

try {
  const app = await serve({ persistDir: STATE, vars: await localVariables(), isPrepared: true })
  const { port } = await openFront({ port: Number(process.argv[2]), upstream: Number(new URL(app.url).port) })
  // Locally nothing fires the cron trigger by itself.
  setInterval(() => void sweep(app), SWEEP_INTERVAL_MS)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.stop().finally(() => process.exit(0)))
  const url = `http://127.0.0.1:${port}`
  if (process.send) process.send({ url })
  else console.log(url)
  // The first visitor finds boxes of series and sales of play money.
  void sweep(app)
} catch (error) {
  fail(error)
}

async function sweep(app) {
  try {
    await app.sweep()
  } catch (error) {
    console.error(`The minute's sweep did not run: ${error.message}`)
  }
}
