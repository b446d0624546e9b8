// End-to-end cost of an order in the built rooms, all durable, compared with bare calls of the same hops.
//
//   node bench/orders.mjs [--rounds 5] [--seconds 3] [--accounts 10000] [--only market,path,beside]
//
// market: orders directly into one Market room, compared with a bare room call of the same shape (at least 0.8), and
//         commits per order (below 0.1)
// path:   POST /api/coin/trade through Worker, Account and Market, compared with the same hops without writes and
//         logic (at least 0.5), at 32 and 128 connections, and again with many accounts present
// beside: an ordinary user, who sends an order or a cancellation every tenth of a second, beside 0, 8, 32 and 127 connections that send
//         without a pause
// Orders rest beside the house's quotes and are then cancelled: what meets the quotes waits for the next price, and waiting is no cost.

import { parseArgs } from 'node:util'
import { Verdict, alternate, describe } from './alternate.mjs'
import { ask, httpRequest, load, median } from './load.mjs'
import { syncsPerSecond } from './machine.mjs'
import { serve } from './served.mjs'
import {
  apiRequest,
  hearApi,
  hearMarket,
  indexTicks,
  restRequest,
  openTraders,
  settleMarket,
  orderCommand,
  tell,
  warm,
} from './traders.mjs'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    accounts: { type: 'string', default: '10000' },
    only: { type: 'string', default: 'market,path,beside' },
  },
})
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
const verdict = new Verdict()
/** An ordinary user is quick, but no program. */
const BESIDE_PAUSE_MS = 100

async function benchMarket(port, traders) {
  const index = await indexTicks(port)
  // Bare calls assign no order numbers, so they must not consume the traders' numbers.
  const bareTraders = traders.map((trader) => ({ ...trader, seq: 1_000, received: 3_000 }))
  const bare = (connections) => () =>
    load({
      port,
      connections,
      seconds,
      next: (c) => httpRequest('POST', '/bench/bare-market', { body: restRequest(bareTraders[c], index) }),
    })
  const real = (connections) => async () => {
    const result = await load({
      port,
      connections,
      seconds,
      next: (connection) => httpRequest('POST', '/bench/market', { body: restRequest(traders[connection], index) }),
      heard: (connection, body) => hearMarket(traders[connection], body),
    })
    await settleMarket(port, traders)
    return result
  }

  const before = await stats(port)
  verdict.ratio('one Market, 32 connections', await alternate({ rounds, limit: bare(32), candidate: real(32) }), 0.8)
  const after = await stats(port)
  const commitsPerOrder = (after.commits - before.commits) / (after.commands - before.commands)
  console.log(`one Market, 32 connections: ${commitsPerOrder.toFixed(3)} commits an order (below 0.1)`)
  verdict.expect(commitsPerOrder < 0.1, 'commits an order')
  verdict.ratio('one Market, 128 connections', await alternate({ rounds, limit: bare(128), candidate: real(128) }), 0.8)
}

const stats = async (port) => JSON.parse(await ask(port, httpRequest('GET', '/bench/stats')))

async function benchPath(port, traders, name) {
  const index = await indexTicks(port)
  await warm(port, traders, index)
  for (const connections of [32, 128]) {
    const bare = (path) => () =>
      load({
        port,
        connections,
        seconds,
        next: (connection) => {
          const body = JSON.stringify(orderCommand({ ...traders[connection] }, index))
          return httpRequest('POST', `/bench/${path}/${traders[connection].userId}`, { body })
        },
      })
    const real = () =>
      load({
        port,
        connections,
        seconds,
        next: (connection) => apiRequest(traders[connection], index),
        heard: (_connection, body) => hearApi(body),
      })
    // Informative: the remaining share of the limit when an account only writes one row.
    const floor = await alternate({ rounds: 2, limit: bare('bare-path'), candidate: bare('durable-path') })
    console.log(
      `${name}, ${connections} connections, one row written in the account and nothing else: ${describe(floor)}`,
    )
    verdict.ratio(
      `${name}, ${connections} connections`,
      await alternate({ rounds, limit: bare('bare-path'), candidate: real }),
      0.5,
    )
  }
}

async function benchBeside(port, [ordinary, ...others]) {
  const index = await indexTicks(port)
  await warm(port, [ordinary, ...others], index)
  const heard = (_connection, body) => hearApi(body)
  const saturate = (connections) =>
    connections > 0 && load({ port, connections, seconds, next: (c) => apiRequest(others[c], index), heard })
  for (const connections of [0, 8, 32, 127]) {
    const results = []
    for (let round = 0; round < rounds; round++) {
      const own = {
        port,
        connections: 1,
        seconds,
        next: () => apiRequest(ordinary, index),
        heard,
        pauseMs: BESIDE_PAUSE_MS,
      }
      results.push((await Promise.all([load(own), saturate(connections)]))[0])
    }
    const [p50, mean, p99] = ['p50', 'mean', 'p99'].map((field) =>
      median(results.map((each) => each[field])).toFixed(1),
    )
    console.log(`an ordinary user beside ${connections} connections: p50 ${p50}, mean ${mean}, p99 ${p99} ms`)
  }
}

/** After the load, every ledger must sum to zero. */
async function verify(port, traders) {
  for (const { userId } of traders) {
    const { isSound, problems } = await tell(port, userId, { type: 'verify' })
    if (!isSound) throw new Error(`account ${userId}: ${problems.join('; ')}`)
  }
}

// Each order of the full path needs a commit of its account, so a slow disk dominates the measurement.
console.log(`the disk makes ${syncsPerSecond()} small writes a second durable`)
const served = await serve()
try {
  const parts = options.only.split(',')
  const traders = await openTraders(served.port, 128)
  // Direct orders use other account ids, because the Market's sequence numbers of the traders belong to their rooms.
  if (parts.includes('market'))
    await benchMarket(
      served.port,
      traders.map((trader) => ({ ...trader, userId: trader.userId + 1_000_000 })),
    )
  if (parts.includes('path')) await benchPath(served.port, traders, 'full path')
  if (parts.includes('beside')) await benchBeside(served.port, traders)
  if (parts.includes('path') && Number(options.accounts) > traders.length) {
    const others = await openTraders(served.port, Number(options.accounts) - traders.length, traders.length)
    await benchPath(served.port, [...traders, ...others], `full path, ${options.accounts} accounts present`)
  }
  await verify(served.port, traders)
} finally {
  await served.stop()
}
verdict.close()
