// CPU cost of a signed-in read compared with a bare endpoint of the same Worker: microseconds per request, which vary
// less than rates on a shared machine.
//
//   node bench/reads.mjs [--seconds 3] [--connections 8]
//
// Fails when an own read costs more than READ_MAX times the bare endpoint, or an order more than ORDER_MAX times.

import { parseArgs } from 'node:util'
import { httpRequest, load, median } from './load.mjs'
import { serverSeconds } from './machine.mjs'
import { serve } from './served.mjs'
import { apiRequest, hearApi, indexTicks, openTraders, warm } from './traders.mjs'

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, connections: { type: 'string', default: '8' } },
})
const seconds = Number(options.seconds)
const connections = Number(options.connections)
const ROUNDS = 3
const READ_MAX = 3.5
const ORDER_MAX = 5.3
const OWN_READS = [
  ['GET', '/api/user/info'],
  ['POST', '/api/wallet/list'],
  ['GET', '/api/optional/list'],
  ['GET', '/api/coin/list?page=1&limit=10'],
  ['GET', '/api/v1/orders?stage=open'],
  ['GET', '/api/v1/orders?stage=closed&limit=50'],
  ['GET', '/api/v1/fills'],
]

async function microsOf(port, next, heard) {
  const rounds = []
  for (let round = 0; round <= ROUNDS; round++) {
    const before = serverSeconds()
    const { count } = await load({ port, connections, seconds, next, heard })
    // The first round warms up.
    if (round > 0) rounds.push(((serverSeconds() - before) * 1e6) / count)
  }
  return median(rounds)
}

const insertUser = (database, id) =>
  database
    .prepare(
      "insert into user (id, email, password_hash, nickname, language, invite_code, created_at, password_changed_at) values (?, ?, '', 'Bench', 'en', ?, 0, 0)",
    )
    .bind(id, `bench-${id}@example.com`, `BENCH${id}`)
    .run()

const expectOk = (path) => (_connection, body) => {
  if (!body.startsWith('{"type":"ok"')) throw new Error(`${path} was refused: ${body.slice(0, 200)}`)
}

/** Prints a cost next to the bare endpoint's and records whether it is below `most` times that cost. */
function judge(name, micros, bare, most) {
  console.log(
    `${name}: ${micros.toFixed(0)} us, ${(micros / bare).toFixed(1)} times the bare endpoint (at most ${most})`,
  )
  if (micros / bare > most) process.exitCode = 1
}

const served = await serve()
try {
  const { port } = served
  const traders = await openTraders(port, connections)
  const index = await indexTicks(port)
  await warm(port, traders, index)
  for (const { userId } of traders) await insertUser(served.database, userId)
  const bare = await microsOf(port, () => httpRequest('GET', '/api/v1/time'))
  console.log(`/api/v1/time: ${bare.toFixed(0)} us`)
  const order = await microsOf(
    port,
    (c) => apiRequest(traders[c], index),
    (_c, body) => hearApi(body),
  )
  judge('an order', order, bare, ORDER_MAX)
  for (const [method, path] of OWN_READS) {
    const request = (c) => httpRequest(method, path, { headers: [`Authorization: ${traders[c].token}`] })
    const micros = await microsOf(port, request, expectOk(path))
    judge(`${method} ${path}`, micros, bare, READ_MAX)
  }
} finally {
  await served.stop()
}
