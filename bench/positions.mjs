// CPU cost of opening a position by the public API compared with a spot order: microseconds per request, minus the idle
// cost of the server. Rates would be meaningless, because a position opens at the next tick. Each connection is one
// account. A position account sends about one request a second while waiting for its tick; with this many connections a
// spot account is hardly faster. With fewer, spot accounts would send several a second that share commits, which would
// distort the figure.
//
//   node bench/positions.mjs [--seconds 4] [--connections 512]
//
// Fails when a spot order costs less than POSITION_MIN of a position.

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ask, httpRequest, load, median } from './load.mjs'
import { serverSeconds } from './machine.mjs'
import { serve } from './served.mjs'
import { PAIR, apiTrade, hearApi, indexTicks, openTraders, tell, warm } from './traders.mjs'

/** Target 0.6: an opening takes three turns of the account and two calls of the Watch, a spot order one turn and one call. */
const POSITION_MIN = 0.5
const ROUNDS = 3
const LOOKS_MAX = 20
const USDT = 3
const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, connections: { type: 'string', default: '512' } },
})
const seconds = Number(options.seconds)
const connections = Number(options.connections)

const served = await serve()
try {
  const { port } = served
  const traders = await openTraders(port, connections)
  const index = await indexTicks(port)
  await warm(port, traders, index)
  for (const { userId } of traders) {
    const grants = [{ assetId: USDT, amount: String(1_000_000n * 10n ** 6n), wallet: 'lever' }]
    await tell(port, userId, { type: 'grant_demo', ref: 'lever', grants })
  }
  const post = (c, path, fields) => {
    const headers = [
      'Content-Type: application/json',
      `Authorization: ${traders[c].token}`,
      `Idempotency-Key: ${randomUUID()}`,
    ]
    return httpRequest('POST', path, { headers, body: JSON.stringify(fields) })
  }
  const ORDER = { symbol: PAIR, direction: 'long', lots: '1', leverage: '10' }
  const position = (c) => post(c, '/api/v1/futures/order', ORDER)
  /** Not measured: the cost of an opening excludes the upkeep of positions from earlier rounds. */
  const closeAll = () => Promise.all(traders.map((_, c) => ask(port, post(c, '/api/v1/futures/close-many', {}))))
  const spot = (c) => apiTrade(traders[c], index)
  const heard = (_connection, body) => hearApi(body)
  /** Waits until the server is as idle as at the start, so that trailing work counts for its own round. */
  const untilIdle = async () => {
    for (let look = 0; look < LOOKS_MAX; look++) {
      const start = serverSeconds()
      await wait(1000)
      if (serverSeconds() - start <= idle * 1.5 + 0.02) return
    }
  }
  const microsOf = async (next) => {
    const start = serverSeconds()
    const begun = performance.now()
    const { count } = await load({ port, connections, seconds, next, heard })
    await untilIdle()
    const own = serverSeconds() - start - (idle * (performance.now() - begun)) / 1000
    return { micros: (own * 1e6) / count, rate: count / seconds }
  }

  const before = serverSeconds()
  await wait(seconds * 1000)
  const idle = (serverSeconds() - before) / seconds
  const rounds = []
  for (let round = 0; round <= ROUNDS; round++) {
    const own = { spot: await microsOf(spot), position: await microsOf(position) }
    await closeAll()
    await untilIdle()
    // The first round warms up.
    if (round > 0) rounds.push(own)
  }
  const middle = (kind, figure) => median(rounds.map((round) => round[kind][figure]))
  for (const kind of ['spot', 'position'])
    console.log(`${kind}: ${middle(kind, 'micros').toFixed(0)} us, ${middle(kind, 'rate').toFixed(0)}/s`)
  const ratio = median(rounds.map((round) => round.spot.micros / round.position.micros))
  console.log(`a spot order costs ${ratio.toFixed(2)} of a position (at least ${POSITION_MIN})`)
  if (!(ratio >= POSITION_MIN)) process.exitCode = 1
} finally {
  await served.stop()
}
