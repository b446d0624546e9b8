// What the platform bills for one act of each product: calls and alarms of rooms, rows written, and the server's processor time. The prices
// and what follows from them are in docs/scale.md.
//
//   node bench/cost.mjs [--acts 200]
//
// Prints; fails only when an act is refused.

import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ask, httpRequest } from './load.mjs'
import { serverSeconds } from './machine.mjs'
import { serve } from './served.mjs'
import { PAIR, apiCall, apiRequest, apiTrade, hearApi, indexTicks, openTraders, tell, warm } from './traders.mjs'

const USDT = 3
/** Longer than any act's trailing work: checkpoints, deliveries, the end of an option. */
const AFTER_MS = 6_000
const IDLE_MS = 20_000
const { values: options } = parseArgs({ options: { acts: { type: 'string', default: '200' } } })
const count = Number(options.acts)

const { port, stop } = await serve()
const takeCounts = async () => JSON.parse(await ask(port, httpRequest('GET', '/bench/counts')))

/** Counts and processor seconds a second while nobody does anything. */
let idle = null

async function measure(name, act, { acts = count, ms = AFTER_MS } = {}) {
  await takeCounts()
  const [begun, before] = [performance.now(), serverSeconds()]
  for (let done = 0; done < acts; done++) await act(done)
  await wait(ms)
  const seconds = (performance.now() - begun) / 1000
  const counts = { ...(await takeCounts()), processor: (serverSeconds() - before) * 1e6 }
  const per = Object.entries(counts).map(([kind, total]) => [kind, (total - (idle?.[kind] ?? 0) * seconds) / acts])
  print(
    name,
    per.filter(([kind, each]) => kind === 'processor' || Math.abs(each) >= 0.05),
  )
  return Object.fromEntries(Object.entries(counts).map(([kind, total]) => [kind, total / seconds]))
}

const print = (name, figures) =>
  console.log(
    `${name}: ${figures.map(([kind, each]) => (kind === 'processor' ? `${each.toFixed(0)} us` : `${each.toFixed(1)} ${kind}`)).join(', ')}`,
  )

try {
  const [trader] = await openTraders(port, 1)
  const index = await indexTicks(port)
  await warm(port, [trader], index)
  for (const wallet of ['lever', 'micro']) {
    const grants = [{ assetId: USDT, amount: String(1_000_000n * 10n ** 6n), wallet }]
    await tell(port, trader.userId, { type: 'grant_demo', ref: wallet, grants })
  }
  const send = async (request) => hearApi(await ask(port, request))
  const call = (method, path, fields) => send(apiCall(trader, method, path, fields))
  const wallets = { from_field: 'change', to_field: 'legal', currency_id: String(USDT), number: '1' }
  const option = { symbol: PAIR, direction: 'rise', seconds: '30', stake: '10' }
  const position = { symbol: PAIR, direction: 'long', lots: '1', leverage: '10' }

  idle = await measure(`${IDLE_MS / 1000} seconds in which nobody does anything`, () => wait(0), {
    acts: 1,
    ms: IDLE_MS,
  })
  await measure('a read of own wallets', () => call('POST', '/api/wallet/list', {}))
  await measure('an order that rests, or its cancellation', () => send(apiRequest(trader, index)))
  const trades = { acts: Math.min(count, 30) }
  await measure('an order that trades with the house', () => send(apiTrade(trader, index)), trades)
  await measure('a transfer between own wallets', () => call('POST', '/api/wallet/change', wallets))
  await measure(
    'a position opened and closed',
    async () => {
      await call('POST', '/api/v1/futures/order', position)
      await call('POST', '/api/v1/futures/close-many', {})
    },
    trades,
  )
  const ends = { acts: Math.min(count, 10), ms: 40_000 }
  await measure('an option bought and ended', () => call('POST', '/api/v1/options/order', option), ends)
} finally {
  await stop()
}
