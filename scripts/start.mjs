// `npm start`: the whole app on one port, as wrangler serves it, with its data kept in .wrangler/state.

import { noteAddress } from './lib/address.mjs'
import { build } from './lib/build.mjs'
import { prepareLocalState } from './lib/local-state.mjs'
import { requirePort } from './lib/port.mjs'
import { ROOT, endGroupOnSignal, fail, startGroup } from './lib/run.mjs'

const CRON_INTERVAL_MS = 60_000
const START_LIMIT_MS = 60_000

try {
  const port = await requirePort(8787)
  console.log('Preparing…')
  await build()
  await prepareLocalState()
  await serve(port)
} catch (error) {
  fail(error)
}

async function serve(port) {
  const wrangler = startGroup(`${ROOT}node_modules/wrangler/wrangler-dist/cli.js`, [
    ...['dev', '--ip', '127.0.0.1', '--port', String(port)],
    ...['--test-scheduled', '--show-interactive-dev-session=false', '--log-level', 'warn'],
  ])
  endGroupOnSignal(wrangler)
  const answer = await firstAnswer(wrangler, port)
  if (!answer.ok) throw new Error(`Refused to start: ${await answer.text()}`)
  // Locally nothing fires the cron trigger by itself.
  setInterval(() => void sweep(port), CRON_INTERVAL_MS)
  const url = `http://localhost:${port}`
  noteAddress(url)
  console.log(welcome(url))
}

/** wrangler says over its channel when it listens; then the Worker says whether it is set up. */
function firstAnswer(wrangler, port) {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(START_LIMIT_MS)
    signal.addEventListener('abort', () => reject(new Error('The server did not answer within a minute.')))
    wrangler.once('message', () => resolve(fetch(`http://127.0.0.1:${port}/health`, { signal })))
  })
}

async function sweep(port) {
  try {
    await fetch(`http://127.0.0.1:${port}/__scheduled?cron=*+*+*+*+*`)
  } catch (error) {
    console.error(`The minute's sweep did not run: ${error.message}`)
  }
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
