// `npm run dev`: work on the code. Pages, handlers and rooms change in the running app as their files are saved.

import { noteAddress } from './lib/address.mjs'
import { holdLocalState, prepareLocalState } from './lib/local-state.mjs'
import { requirePort } from './lib/port.mjs'
import { ROOT, endGroupOnSignal, fail, startGroup } from './lib/run.mjs'

const CRON_INTERVAL_MS = 60_000

try {
  const port = await requirePort(5173)
  holdLocalState()
  await prepareLocalState()
  noteAddress(`http://localhost:${port}`)
  const remix = `${ROOT}node_modules/@remix-run/dev/dist/cli.js`
  endGroupOnSignal(startGroup(remix, ['vite:dev', '--host', '127.0.0.1', '--port', String(port), '--strictPort']))
  // Local replacement of the cron trigger. A run may be missed while the server starts or restarts.
  setInterval(
    () => void fetch(`http://127.0.0.1:${port}/cdn-cgi/handler/scheduled`).catch(() => undefined),
    CRON_INTERVAL_MS,
  )
} catch (error) {
  fail(error)
}
