// Front port of `npm start`: relays connections to the Worker's socket and limits slow, idle or unfinished ones. It
// only detects the start of an answer; requests and answers pass unchanged.

import { connect, createServer } from 'node:net'

/**
 * @typedef {object} Limits
 * @property {number} connectionsMax open at once, WebSockets not counted; one more closes the connection that went longest without an answer
 * @property {number} answerMs from the first byte of a request until its answer begins: the largest upload on a slow line fits
 * @property {number} idleMs without a byte in either direction
 */

/** @type {Limits} */
const LIMITS = { connectionsMax: 512, answerMs: 120_000, idleMs: 60_000 }
const CHECK_EVERY_MS = 1_000
const SWITCHED = 'HTTP/1.1 101'

/**
 * Listens on a port of this machine only.
 * @param {{ port: number, upstream: number, limits?: Partial<Limits> }} options
 * @returns {Promise<{ port: number, close: () => void }>}
 */
export function openFront({ port, upstream, limits }) {
  const { connectionsMax, answerMs, idleMs } = { ...LIMITS, ...limits }
  /** In the order of their last answers. @type {Map<import('node:net').Socket, { askedAt: number, activeAt: number }>} */
  const connections = new Map()

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const worker = connect({ port: upstream, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    const state = { askedAt: 0, activeAt: Date.now() }
    connections.set(client, state)
    if (connections.size > connectionsMax) connections.keys().next().value.destroy()
    client.on('data', () => {
      state.activeAt = Date.now()
      state.askedAt ||= state.activeAt
    })
    worker.on('data', (chunk) => {
      state.activeAt = Date.now()
      state.askedAt = 0
      if (!connections.delete(client)) return
      if (chunk.toString('latin1', 0, SWITCHED.length) !== SWITCHED) connections.set(client, state)
    })
    join(client, worker, () => connections.delete(client))
  })
  const check = setInterval(() => {
    const now = Date.now()
    for (const [client, { askedAt, activeAt }] of connections)
      if (now - activeAt > idleMs || (askedAt > 0 && now - askedAt > answerMs)) client.destroy()
  }, CHECK_EVERY_MS)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () =>
      resolve({
        port: server.address().port,
        close: () => {
          clearInterval(check)
          server.close()
        },
      }),
    )
  })
}

/** Each half closes with the other; a lost connection closes both. */
function join(client, worker, onClose) {
  client.pipe(worker).pipe(client)
  for (const [one, other] of [
    [client, worker],
    [worker, client],
  ]) {
    // A lost connection is no server failure.
    one.on('error', () => other.destroy())
    one.on('close', () => {
      other.destroySoon()
      onClose()
    })
  }
}
