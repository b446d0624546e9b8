// Chat room load: many listeners, five messages a second from different authors, compared with a bare room that
// broadcasts the same text without storing it. Then the maximum message rate of one room.
//
//   LISTENERS=1000 node bench/chat.mjs [--seconds 10]
//
// Fails when a listener misses or repeats a message, or when the room's p99 exceeds 1.5 times the bare room's and 50
// ms. All listeners run in this process on the same machine, so delays include their own cost, equally for both rooms.

import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { ask, httpRequest, quantile } from './load.mjs'
import { serve } from './served.mjs'

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } })
const count = Number(process.env.LISTENERS ?? '1000')
const seconds = Number(options.seconds)
const PER_SECOND = 5
const ROOM = 'en'

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Listener of a room; sequence numbers and timestamps are at the start of a message, because parsing whole texts would
 * measure the client.
 */
class Listener {
  #last = 0
  faults = 0
  delays = undefined

  constructor(url) {
    this.socket = new WebSocket(url, { perMessageDeflate: false })
    this.socket.on('message', (data) => this.#hear(data.toString('latin1')))
    this.opened = new Promise((resolve, reject) => this.socket.once('open', resolve).once('error', reject))
  }

  #hear(text) {
    const found = /^\{"type":"line","seq":(\d+)/.exec(text)
    if (!found) return
    const seq = Number(found[1])
    if (this.#last !== 0 && seq !== this.#last + 1) this.faults += 1
    this.#last = seq
    this.delays?.push(Date.now() - Number(/"at":(\d+)/.exec(text)[1]))
  }
}

async function openListeners(url) {
  const listeners = []
  while (listeners.length < count) {
    const more = Array.from({ length: Math.min(50, count - listeners.length) }, () => new Listener(url))
    await Promise.all(more.map(({ opened }) => opened))
    listeners.push(...more)
  }
  return listeners
}

const TEXT = 'Somebody says something about as long as people do when they talk about prices.'
let writers = 0

/** Stores and broadcasts a line. Each line has another author, because slow mode limits each author. */
function sayInRoom(port) {
  const userId = (writers += 1)
  const line = { userId, author: `writer${userId}`, name: 'Writer', clientId: `client-${userId}`, text: TEXT }
  return ask(port, httpRequest('POST', `/bench/chat/${ROOM}`, { body: JSON.stringify(line) }))
}

let shouted = 0
/** Sends the same text to the sockets of the bare room. */
function shout(port) {
  const no = (shouted += 1)
  const line = { no, kind: 'message', author: `writer${no}`, name: 'Writer', text: TEXT, removes: 0, at: Date.now() }
  const body = JSON.stringify({ type: 'line', seq: no, line })
  return ask(port, httpRequest('POST', `/bench/shout/${ROOM}`, { body }))
}

/** Messages received while `work` ran. */
async function hear(listeners, work) {
  const delays = []
  for (const listener of listeners) listener.delays = delays
  const start = performance.now()
  await work()
  const elapsed = (performance.now() - start) / 1000
  // Wait for messages in transit.
  await pause(1_000)
  for (const listener of listeners) listener.delays = undefined
  const sorted = delays.toSorted((a, b) => a - b)
  const faults = listeners.reduce((sum, each) => sum + each.faults, 0)
  return {
    perSecond: delays.length / elapsed,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    faults,
    missing: listeners.length * heardMax(delays, listeners) - delays.length,
  }
}

/** Number of messages sent, estimated from received ones. */
const heardMax = (delays, listeners) => Math.round(delays.length / listeners.length)

const inTurns = (port, say) => async () => {
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const next = performance.now() + 1000 / PER_SECOND
    await say(port)
    await pause(Math.max(0, next - performance.now()))
  }
}

const asFastAsItGoes = (port, say) => async () => {
  const end = performance.now() + seconds * 500
  while (performance.now() < end) await say(port)
}

const tell = (name, { perSecond, p50, p99, faults }) =>
  console.log(
    `${name}: ${perSecond.toFixed(0)} deliveries a second, after p50 ${p50} ms, p99 ${p99} ms, ${faults} missed or doubled`,
  )

const served = await serve()
try {
  const { port } = served
  const rooms = [
    { name: 'a chat room', url: `ws://127.0.0.1:${port}/parties/chat/${ROOM}`, say: sayInRoom },
    { name: 'the bare room', url: `ws://127.0.0.1:${port}/bench/feed/${ROOM}`, say: shout },
  ]
  console.log(`${count} listeners, ${PER_SECOND} messages a second for ${seconds} s`)
  for (const room of rooms) {
    const listeners = await openListeners(room.url)
    await pause(1_000)
    room.calm = await hear(listeners, inTurns(port, room.say))
    tell(room.name, room.calm)
    room.most = await hear(listeners, asFastAsItGoes(port, room.say))
    tell(`${room.name} at most`, room.most)
    console.log(`  that is ${(room.most.perSecond / count).toFixed(1)} messages a second to ${count} listeners`)
    for (const { socket } of listeners) socket.terminate()
    await pause(500)
  }
  const [chat, bare] = rooms
  const isWhole = chat.calm.faults === 0 && chat.calm.missing === 0 && chat.most.faults === 0
  const isFast = chat.calm.p99 <= Math.max(bare.calm.p99 * 1.5, bare.calm.p99 + 50)
  console.log(`p99 ${(chat.calm.p99 / Math.max(bare.calm.p99, 1)).toFixed(2)} of the bare room's`)
  if (!isWhole || !isFast) process.exitCode = 1
} finally {
  await served.stop()
}
