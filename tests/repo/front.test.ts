// The port that `npm start` opens: which connections it closes, and that all others pass unchanged.

import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFront } from '../../scripts/lib/front.mjs'

const LIMITS = { connectionsMax: 20, answerMs: 1_500, idleMs: 3_000 }
const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n'

let worker: Server
let front: Awaited<ReturnType<typeof openFront>>

beforeEach(async () => {
  worker = createServer((request, answer) => {
    request.on('data', () => undefined).on('end', () => answer.end(`${request.method} ${request.url}`))
  })
  worker.on('upgrade', (_request, socket: Socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  worker.keepAliveTimeout = 60_000
  worker.listen(0, '127.0.0.1')
  await once(worker, 'listening')
  const { port } = worker.address() as AddressInfo
  front = await openFront({ port: 0, upstream: port, limits: LIMITS })
})

afterEach(() => {
  front.close()
  worker.closeAllConnections()
  worker.close()
})

/** A connection that has sent `text`, with its whole answer. */
async function open(text: string, { allowHalfOpen = false } = {}) {
  const socket = connect({ port: front.port, host: '127.0.0.1', allowHalfOpen })
  await once(socket, 'connect')
  const opened = { socket, said: '', isClosed: false }
  socket.on('data', (chunk) => (opened.said += String(chunk)))
  socket.on('error', () => undefined)
  socket.on('close', () => (opened.isClosed = true))
  socket.write(text)
  return opened
}

const get = async (path = '/') => (await fetch(`http://127.0.0.1:${front.port}${path}`)).text()

test('a request and its answer pass unchanged, also when the sender has closed its half', async () => {
  expect(await get('/a?b=c')).toBe('GET /a?b=c')
  const requester = await open('GET /half HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', { allowHalfOpen: true })
  requester.socket.end()
  await once(requester.socket, 'close')
  expect(requester.said).toContain('GET /half')
})

test('a request that is sent a byte at a time is closed when its answer has not begun in time', async () => {
  const slow = await open(HEAD)
  for (let sent = 0; sent < 60 && !slow.isClosed; sent += 1) {
    slow.socket.write('a')
    await wait(100)
  }
  expect(slow).toMatchObject({ isClosed: true, said: '' })
})

test('a connection without a byte in either direction is closed', async () => {
  const idle = await open('')
  await expect.poll(() => idle.isClosed, { timeout: 10_000 }).toBe(true)
})

test('unfinished requests take the places of each other and never of a request that is answered', async () => {
  const attack = await Promise.all(Array.from({ length: 60 }, () => open(HEAD)))
  for (let turn = 0; turn < 20; turn += 1) expect(await get(`/${turn}`)).toBe(`GET /${turn}`)
  expect(attack.filter(({ isClosed }) => isClosed).length).toBeGreaterThanOrEqual(40)
})

test('a WebSocket is never closed: not by its silence and not by others', async () => {
  const upgrade = await open('GET /room HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await expect.poll(() => upgrade.said).toContain('101 Switching Protocols')
  upgrade.socket.write('a message without an answer')
  const attack = await Promise.all(Array.from({ length: 60 }, () => open(HEAD)))
  await expect.poll(() => attack.every(({ isClosed }) => isClosed), { timeout: 15_000 }).toBe(true)
  expect(upgrade.isClosed).toBe(false)
})
