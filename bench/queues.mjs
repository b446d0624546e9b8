// Drain rate of a queue with many waiting rows: the sweep begins it, its Drain goes on. Once with accounts to call (messages that accounts
// have reported) and once with the directory alone (deposits to put before the desk).
//
//   node bench/queues.mjs [--rows 10000]
//
// Fails when a queue drains less than 1,000 rows a minute. Prints the latency of a bare request meanwhile.

import { parseArgs } from 'node:util'
import { httpRequest, ask, load } from './load.mjs'
import { serve } from './served.mjs'

const RATE_MIN = 1_000
const FIRST_ACCOUNT = 5_000_001
const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '10000' } } })
const rows = Number(options.rows)

const NUMBERS = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)'
const QUEUES = [
  {
    name: 'send what accounts tell',
    fill: `${NUMBERS} INSERT INTO notice_owed (user_id, at) SELECT ${FIRST_ACCOUNT} + i, i FROM n`,
    waiting: 'SELECT count(*) AS n FROM notice_owed',
  },
  {
    name: 'open reviews of deposits',
    fill: `${NUMBERS} INSERT INTO deposit (user_id, command_id, kind, asset_id, amount, state, created_at)
      SELECT ${FIRST_ACCOUNT} + i, 'bench-' || i, 'bank', 3, '1000000', 'review', 1 FROM n`,
    waiting: "SELECT count(*) AS n FROM deposit WHERE state = 'review' AND reviewed_at IS NULL",
  },
]

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function drain(served, { name, fill, waiting }, isTrial = false) {
  await served.database.prepare(fill).bind(rows).run()
  const start = performance.now()
  await ask(served.port, httpRequest('POST', '/bench/sweep-queue', { body: name }))
  const swept = (performance.now() - start) / 1000
  const meanwhile = await load({
    port: served.port,
    connections: 1,
    seconds: 5,
    next: () => httpRequest('GET', '/api/v1/time'),
  })
  let left = rows
  for (let before = Infinity, still = 0; left > 0; before = left) {
    await pause(500)
    left = await served.database.prepare(waiting).first('n')
    still = left < before ? 0 : still + 1
    if (still > 120) throw new Error(`${name}: ${left} rows do not leave the queue`)
  }
  const minutes = (performance.now() - start) / 60_000
  const title = isTrial ? `${name}, to accounts that this makes` : name
  console.log(
    `${title}: ${rows} rows in ${(minutes * 60).toFixed(1)} s, ${(rows / minutes).toFixed(0)} a minute (at least ${RATE_MIN}); the sweep's own part ${swept.toFixed(2)} s; a bare request meanwhile p50 ${meanwhile.p50.toFixed(1)} ms, p90 ${meanwhile.p90.toFixed(1)} ms`,
  )
  if (!isTrial && rows / minutes < RATE_MIN) process.exitCode = 1
}

const served = await serve()
try {
  const [notices] = QUEUES
  // The first call to an account makes its room; afterwards the rooms are asleep or awake, as they are on a site.
  await drain(served, notices, true)
  for (const queue of QUEUES) await drain(served, queue)
} finally {
  await served.stop()
}
