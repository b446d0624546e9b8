// What listeners cost the room that they hear: all of them on the room itself, then on eight relays.
//
//   node bench/relay.mjs [--sockets 8000] [--seconds 10] [--rate 10]
//
// Rooms share the processor time of one process here, so the room's own share is bounded from above: a message to eight
// relays with one socket each contains all that it does, and what relays do to receive it. Fails when that is more
// than a tenth of a message to all sockets on the room, or when a socket misses or repeats a message.

import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { ask, httpRequest } from './load.mjs'
import { serverSeconds, watchOthers } from './machine.mjs'
import { serve } from './served.mjs'

const { values: options } = parseArgs({
  options: {
    sockets: { type: 'string', default: '8000' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '10' },
  },
})
const [sockets, seconds, rate] = [options.sockets, options.seconds, options.rate].map(Number)
const RELAYS = 8
const MOST = 0.1
const NUMBER = /^\{"type":"(line|snapshot)","seq":(\d+)/

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

class Listener {
  last = 0
  faults = 0

  constructor(url) {
    this.socket = new WebSocket(url, { perMessageDeflate: false })
    this.socket.on('message', (data) => this.#hear(data.toString('latin1', 0, 60)))
    this.greeted = new Promise((resolve, reject) => this.socket.once('message', resolve).once('error', reject))
  }

  #hear(text) {
    const [, type, seq] = NUMBER.exec(text)
    if (type === 'line' && Number(seq) !== this.last + 1) this.faults += 1
    this.last = Number(seq)
  }
}

async function open(count, urlOf) {
  const listeners = []
  while (listeners.length < count) {
    const more = Array.from(
      { length: Math.min(50, count - listeners.length) },
      (_, index) => new Listener(urlOf(listeners.length + index)),
    )
    await Promise.all(more.map(({ greeted }) => greeted))
    listeners.push(...more)
  }
  return listeners
}

let said = 0

/** Each line has another author, because slow mode limits each author. */
async function say(port) {
  said += 1
  const line = {
    userId: said,
    author: `writer${said}`,
    name: 'Writer',
    clientId: `client-${said}`,
    text: 'x'.repeat(400),
  }
  return JSON.parse(await ask(port, httpRequest('POST', '/bench/chat/en', { body: JSON.stringify(line) }))).no
}

/** CPU milliseconds of the server for one message, whatever listens. */
async function costOfMessage(port, listeners) {
  const before = serverSeconds()
  const start = performance.now()
  let [count, no] = [0, 0]
  for (; performance.now() < start + seconds * 1000; count += 1) {
    no = await say(port)
    await pause(Math.max(0, start + ((count + 1) * 1000) / rate - performance.now()))
  }
  const late = () => listeners.filter(({ last }) => last < no)
  for (let tries = 0; late().length > 0 && tries < 200; tries += 1) await pause(50)
  const faults = late().length + listeners.reduce((sum, each) => sum + each.faults, 0)
  const elapsed = (performance.now() - start) / 1000
  return { ms: ((serverSeconds() - before) * 1000) / count, faults, perSecond: count / elapsed }
}

async function measure(port, name, count, urlOf) {
  const listeners = await open(count, urlOf)
  await pause(1_000)
  const cost = await costOfMessage(port, listeners)
  for (const { socket } of listeners) socket.terminate()
  await pause(1_000)
  console.log(
    `${name}: ${cost.ms.toFixed(2)} ms of processor a message at ${cost.perSecond.toFixed(1)} a second, ${cost.faults} missed or doubled`,
  )
  return cost
}

const served = await serve()
try {
  const { port } = served
  const others = watchOthers()
  const room = () => `ws://127.0.0.1:${port}/parties/chat/en`
  const relay = (index) => `ws://127.0.0.1:${port}/bench/relay/${index % RELAYS}`
  await say(port)
  const alone = await measure(port, 'nobody listens', 0, room)
  const onRoom = await measure(port, `${sockets} sockets on the room`, sockets, room)
  const relays = await measure(port, `${RELAYS} relays with a socket each`, RELAYS, relay)
  const onRelays = await measure(port, `${sockets} sockets on ${RELAYS} relays`, sockets, relay)
  const share = (relays.ms - alone.ms) / (onRoom.ms - alone.ms)
  console.log(
    `the room’s share: at most ${share.toFixed(3)} (limit ${MOST}); other work ${others().toFixed(1)} processors`,
  )
  const faults = onRoom.faults + relays.faults + onRelays.faults
  if (faults > 0 || !(share <= MOST)) process.exitCode = 1
} finally {
  await served.stop()
}
