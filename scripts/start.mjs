// `npm start`: the whole app on one port, with data in .wrangler/state.

import { noteAddress } from './lib/address.mjs'
import { build } from './lib/build.mjs'
import { holdLocalState, prepareLocalState } from './lib/local-state.mjs'
import { requirePort } from './lib/port.mjs'
import { ROOT, endGroupOnSignal, fail, startGroup } from './lib/run.mjs'

const START_LIMIT_MS = 60_000

try {
  const port = await requirePort(8787)
  holdLocalState()
  await build()
  await prepareLocalState()
  await serve(port)
} catch (error) {
  fail(error)
}

async function serve(port) {
  console.log('Starting…')
  const server = startGroup(`${ROOT}scripts/serve-local.mjs`, [String(port)])
  endGroupOnSignal(server)
  const answer = await firstAnswer(server, port)
  if (!answer.ok) throw new Error(`Refused to start: ${await answer.text()}`)
  const url = `http://localhost:${port}`
  noteAddress(url)
  console.log(welcome(url))
}

/** The server reports by its channel that it listens; then the Worker answers, or says why it serves nobody. */
function firstAnswer(server, port) {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(START_LIMIT_MS)
    signal.addEventListener('abort', () => reject(new Error('The server did not answer within a minute.')))
    server.once('message', () => resolve(fetch(`http://127.0.0.1:${port}/udf/time`, { signal })))
  })
}

function welcome(url) {
  return `
  CM is running at ${url}

  To try it:
    1. Register at ${url}/register; the code is on ${url}/outbox
    2. Buy 0.01 BTC at ${url}/trade/spot/BTC-USDT
    3. Borrow at ${url}/loans as borrower@example.com, password "correct horse"
  The API is described at ${url}/api/docs

  Ctrl-C stops it. The data stays in .wrangler/state.
`
}
