// Fan-out cost: 1,000 sockets on one market at ten messages a second, and the maximum message rate of one room.
//
//   node bench/fanout.mjs [--sockets 1000] [--seconds 10]
//
// Fails when a socket misses a message or gets fewer than nine a second. Delays are measured from the timestamp in the
// message; all clients run in this process on the same machine, so delays include their own cost.

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

const NUMBER = /"seq":(\d+),"at":(\d+)/
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Listens, checks that numbers have no gap, and notes delays while `delays` is set. */
class Listener {
  delays = undefined
  missed = 0
  #last = 0

  async open(url) {
    this.socket = new WebSocket(url, { perMessageDeflate: false })
    this.socket.on('message', (data) => this.#hear(data))
    await new Promise((resolve, reject) => this.socket.once('open', resolve).once('error', reject))
    return this
  }

  #hear(data) {
    // Sequence numbers are near the start; parsing a whole message a thousand times would measure the client.
    const found = NUMBER.exec(data.toString('latin1', 0, 80))
    if (!found) throw new Error(`a message without a number: ${data.toString('latin1', 0, 200)}`)
    const seq = Number(found[1])
    if (this.#last !== 0 && seq !== this.#last + 1) this.missed++
    this.#last = seq
    this.delays?.push(Date.now() - Number(found[2]))
  }
}

async function openListeners(url, count) {
  const listeners = []
  while (listeners.length < count) {
    const more = Array.from({ length: Math.min(50, count - listeners.length) }, () => new Listener().open(url))
    listeners.push(...(await Promise.all(more)))
  }
  return listeners
}

/** Runs `work` while listeners record; returns their statistics. */
async function listen(listeners, work) {
  const delays = []
  for (const listener of listeners) listener.delays = delays
  const start = performance.now()
  await work()
  const elapsed = (performance.now() - start) / 1000
  // Wait for messages in transit.
  await pause(500)
  for (const listener of listeners) listener.delays = undefined
  const sorted = delays.toSorted((a, b) => a - b)
  return {
    perSecond: delays.length / elapsed,
    each: delays.length / listeners.length / elapsed,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    missed: listeners.reduce((sum, { missed }) => sum + missed, 0),
  }
}

const say = (name, { perSecond, each, p50, p99, missed }) =>
  console.log(
    `${name}: ${perSecond.toFixed(0)} deliveries/s, ${each.toFixed(1)} to each socket, p50 ${p50} ms, p99 ${p99} ms, ${missed} missed`,
  )

/** Real market: a trader keeps changing the book, and the feed sends at most ten updates a second. */
async function benchMarket(port) {
  const [trader] = await openTraders(port, 1)
  trader.userId += 1_000_000
  const index = await indexTicks(port)
  const listeners = await openListeners(`ws://127.0.0.1:${port}/parties/market/${PAIR}`, socketCount)
  const trade = async () => {
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      hearMarket(trader, await ask(port, httpRequest('POST', '/bench/market', { body: tradeRequest(trader, index) })))
      await pause(5)
    }
  }
  const heard = await listen(listeners, trade)
  say(`${socketCount} sockets on one market`, heard)
  if (heard.missed > 0 || heard.each < 9) process.exitCode = 1
  for (const { socket } of listeners) socket.terminate()
}

/** The same sockets on a room that only broadcasts, at increasing rates until deliveries fall behind. */
async function benchSaturation(port) {
  const listeners = await openListeners(`ws://127.0.0.1:${port}/bench/feed/loud`, socketCount)
  let most = 0
  for (const rate of [10, 20, 40, 60, 80, 100, 120, 140, 160]) {
    const heard = await listen(listeners, () => shout(port, rate))
    say(`${rate} broadcasts/s to ${socketCount} sockets`, heard)
    most = Math.max(most, heard.perSecond)
    if (heard.p50 > 200 || heard.each < 0.9 * rate) break
  }
  console.log(`saturation: ${most.toFixed(0)} deliveries/s from one room`)
  for (const { socket } of listeners) socket.terminate()
}

let lastShout = 0

/** Broadcasts 500 bytes at a fixed rate; a late broadcast does not delay the next. */
async function shout(port, rate) {
  const line = []
  const start = performance.now()
  for (let count = 0; count < 3 * rate; count++) {
    await pause(Math.max(0, start + (count * 1000) / rate - performance.now()))
    const head = `{"type":"delta","seq":${++lastShout},"at":${Date.now()},"filler":"`
    line.push(
      ask(port, httpRequest('POST', '/bench/shout/loud', { body: `${head}${'x'.repeat(498 - head.length)}"}` })),
    )
  }
  await Promise.all(line)
}

const served = await serve()
try {
  await benchMarket(served.port)
  await benchSaturation(served.port)
} finally {
  await served.stop()
}
