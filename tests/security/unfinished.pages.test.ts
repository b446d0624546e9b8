// Denial of service by one client: unfinished requests, and requests refused before their body is read.

import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openFront } from '../../scripts/lib/front.mjs'

const UNFINISHED = 200
/** Upper bound for every request here, far below the timeout that closes an unfinished request. */
const CALL_TIMEOUT_MS = 15_000

let front: Awaited<ReturnType<typeof openFront>>
const sockets: Socket[] = []

beforeAll(async () => {
  front = await openFront({ port: 0, upstream: Number(new URL(inject('appUrl')).port) })
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  front.close()
})

const address = () => `http://127.0.0.1:${front.port}`

async function leaveUnfinished(path: string, type: string, begin: string): Promise<void> {
  const socket = connect(front.port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const host = `127.0.0.1:${front.port}`
  const lines = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Origin: http://${host}`, `Content-Type: ${type}`]
  socket.write(`${[...lines, 'Content-Length: 1000'].join('\r\n')}\r\n\r\n${begin}`)
}

async function ask(path: string): Promise<number> {
  const answer = await fetch(address() + path, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
  await answer.text()
  return answer.status
}

test('two hundred unfinished POSTs to the API and to pages delay nobody', async () => {
  for (let sent = 0; sent < UNFINISHED; sent += 2) {
    await leaveUnfinished('/api/user/login', 'application/json', '{"user_string":')
    await leaveUnfinished('/login', 'application/x-www-form-urlencoded', 'account=')
  }
  for (const path of ['/health', '/api/v1/pairs', '/market', '/login', '/health'])
    expect([path, await ask(path)]).toEqual([path, 200])
})

test('a POST that is refused before its body is read leaves the next request on its connection whole', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = async (method: string, path: string, body = '', headers = {}) => {
    const sent = request(address() + path, { method, agent, headers: { 'Content-Length': body.length, ...headers } })
    sent.end(body)
    const [answer] = (await once(sent, 'response')) as [Parameters<typeof text>[0] & { statusCode: number }]
    return { status: answer.statusCode, body: await text(answer) }
  }
  const body = 'a'.repeat(20_000)
  for (let turn = 0; turn < 20; turn += 1) {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const foreign = await send('POST', '/login', body, { ...form, Origin: 'https://elsewhere.example' })
    expect(foreign.status).toBeGreaterThanOrEqual(400)
    expect(foreign.status).toBeLessThan(500)
    await send('POST', '/uploads/none', body, form)
    expect(await send('GET', '/health')).toEqual({ status: 200, body: 'ok' })
  }
  agent.destroy()
})

const LARGE = Buffer.alloc(3_000_000, 'a')
const NOBODY = '0'.repeat(32)

/** Status of a large POST on its own connection; rejects when the connection is reset. */
async function postLarge(path: string, type: string, isLengthTold: boolean): Promise<number> {
  const headers = { 'Content-Type': type, ...(isLengthTold && { 'Content-Length': LARGE.length }) }
  const sent = request(address() + path, { method: 'POST', agent: false, headers })
  sent.end(LARGE)
  const [answer] = (await once(sent, 'response')) as [Parameters<typeof text>[0] & { statusCode: number }]
  await text(answer)
  return answer.statusCode
}

test.each([
  [`/socket.io/?EIO=3&transport=polling&sid=${NOBODY}`, 'text/plain', 413],
  ['/socket.io/?EIO=4&transport=polling', 'text/plain', 400],
  ['/login', 'application/x-www-form-urlencoded', 403],
  ['/api/user/login', 'application/json', 200],
  ['/uploads/none', 'text/plain', 403],
  ['/parties/quotes/main/poll', 'text/plain', 404],
])('three megabytes that %s refuses are answered, not reset', async (path, type, status) => {
  for (const isLengthTold of [true, false])
    for (let turn = 0; turn < 3; turn += 1) expect(await postLarge(path, type, isLengthTold)).toBe(status)
})
