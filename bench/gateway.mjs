// Cost of existing clients: gateway sockets compared with equally many of our own sockets on one market, in the same
// run.
//
//   node bench/gateway.mjs [--sockets 1000] [--seconds 10]
//
// Both receive every BTC/USDT change; gateway sockets also receive all other pairs. Prints deliveries of that market,
// the delay of its trades from the Market's turn to the client, and both ratios to our own sockets. Fails when a ratio
// is below 0.7; the median delay's ratio includes the average wait for a turn, since updates sent ten times a second
// are not delayed by it.

import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { ask, httpRequest, quantile } from './load.mjs'
import { serve } from './served.mjs'
import { PAIR, hearMarket, indexTicks, tradeRequest, openTraders } from './traders.mjs'

const { values: options } = parseArgs({
  options: { sockets: { type: 'string', default: '1000' }, seconds: { type: 'string', default: '10' } },
})
const socketCount = Number(options.sockets)
const seconds = Number(options.seconds)
const GOAL = 0.7
/** Average wait (ms) of a change: a Market sends at most ten updates a second. */
const TURN_MS = 50

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Our sockets: each delta is a delivery and contains the trades since the last one. */
const ours = {
  lengthRead: undefined,
  url: (port) => `ws://127.0.0.1:${port}/parties/market/${PAIR}`,
  isDelivery: (text) => text.includes('"type":"delta"'),
  tradeAt: (text) =>
    /"tradeNo":\d+[^}]*"at":(\d+)|"at":(\d+)[^}]*"tradeNo":\d+/.exec(text.slice(text.indexOf('"trades"'))),
}
/** Gateway sockets: a book per delta, and trades as separate events. */
const gateway = {
  // The searched text is at the start; parsing everything for 1,000 sockets would measure the parser.
  lengthRead: 300,
  url: (port) => `ws://127.0.0.1:${port}/socket.io/?EIO=3&transport=websocket`,
  isDelivery: (text) => text.startsWith('42["market_depth"') && text.includes('"BTC/USDT"'),
  tradeAt: (text) => (text.startsWith('42["match_trade"') ? /"BTC\/USDT".*"ts":(\d+)/.exec(text) : null),
}

class Listener {
  notes = null

  constructor(kind, port) {
    this.kind = kind
    this.socket = new WebSocket(kind.url(port), { perMessageDeflate: false })
    this.socket.on('message', (data) => this.notes && this.#hear(data.toString('latin1', 0, kind.lengthRead)))
    this.opened = new Promise((resolve, reject) => this.socket.once('open', resolve).once('error', reject))
  }

  #hear(text) {
    if (this.kind.isDelivery(text)) this.notes.deliveries += 1
    const found = this.kind.tradeAt(text)
    if (found) this.notes.delays.push(Date.now() - Number(found[1] ?? found[2]))
  }
}

async function openListeners(kind, port) {
  const listeners = []
  while (listeners.length < socketCount) {
    const more = Array.from({ length: Math.min(50, socketCount - listeners.length) }, () => new Listener(kind, port))
    await Promise.all(more.map(({ opened }) => opened))
    listeners.push(...more)
  }
  return listeners
}

async function trade(port) {
  const [trader] = await openTraders(port, 1)
  trader.userId += 1_000_000
  const index = await indexTicks(port)
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    hearMarket(trader, await ask(port, httpRequest('POST', '/bench/market', { body: tradeRequest(trader, index) })))
    await pause(5)
  }
}

function say(name, { deliveries, delays }) {
  const sorted = delays.toSorted((a, b) => a - b)
  const each = deliveries / socketCount / seconds
  const p50 = quantile(sorted, 0.5)
  console.log(
    `${socketCount} ${name}: ${each.toFixed(1)} books a second to each, trades after p50 ${p50} ms, p99 ${quantile(sorted, 0.99)} ms`,
  )
  return { each, p50 }
}

const served = await serve()
try {
  const { port } = served
  const kinds = [ours, gateway].map((kind) => ({ kind, notes: { deliveries: 0, delays: [] } }))
  for (const one of kinds) one.listeners = await openListeners(one.kind, port)
  await pause(2_000)
  for (const { listeners, notes } of kinds) for (const listener of listeners) listener.notes = notes
  await trade(port)
  await pause(500)
  const [own, theirs] = [say('of our own', kinds[0].notes), say('of the gateway', kinds[1].notes)]
  const deliveries = theirs.each / own.each
  const delay = (own.p50 + TURN_MS) / (theirs.p50 + TURN_MS)
  console.log(`deliveries ${deliveries.toFixed(2)} of ours, delay ${delay.toFixed(2)} (1 is as soon)`)
  if (!(deliveries >= GOAL && delay >= GOAL)) process.exitCode = 1
  for (const { listeners } of kinds) for (const { socket } of listeners) socket.terminate()
} finally {
  await served.stop()
}
