// HTTP/1.1 load over kept-alive connections, one request at a time on each: light enough to run beside the server.

import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Request as bytes; `headers` is a list of lines. */
export function httpRequest(method, path, { headers = [], body = '' } = {}) {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers]
  // A GET with a Content-Length counts as having a body.
  if (method !== 'GET') lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Connection: sends a request and reads its answer. Throws on a status other than 200, unless a redirect is expected. */
class Line {
  mayRedirect = false
  #socket
  #received = ''
  #answered

  async open(port) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (chunk) => this.#take(chunk))
    this.#socket.on('error', (error) => this.#answered?.reject(error))
    this.#socket.on('close', () => this.#answered?.reject(new Error('the server closed a connection')))
    await new Promise((resolve) => this.#socket.once('connect', resolve))
    return this
  }

  ask(request) {
    return new Promise((resolve, reject) => {
      this.#answered = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close() {
    this.#answered = undefined
    this.#socket.destroy()
  }

  #take(chunk) {
    this.#received += chunk
    const body = wholeBody(this.#received)
    if (body === undefined) return
    const head = this.#received
    this.#received = ''
    const { resolve, reject } = this.#answered
    if (head.startsWith('HTTP/1.1 200') || (this.mayRedirect && head.startsWith('HTTP/1.1 30'))) resolve(body)
    else reject(new Error(`an answer that is not 200: ${head.slice(0, 600)}`))
  }
}

/** Complete body; undefined while more data is expected. */
function wholeBody(text) {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const head = text.slice(0, headEnd)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)
  if (length) return text.length >= headEnd + 4 + Number(length[1]) ? text.slice(headEnd + 4) : undefined
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return ''
  // With the end of the head before it: a head that arrives alone may end in a zero too.
  const chunks = text.slice(headEnd + 2)
  if (!chunks.endsWith('\r\n0\r\n\r\n')) return undefined
  return chunks.slice(2, -5).replaceAll(/(?:^|\r\n)[\da-f]+\r\n/gi, '')
}

export const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
export const median = (values) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

/** Asks once, outside any measurement. */
export async function ask(port, request) {
  const line = await new Line().open(port)
  const body = await line.ask(request)
  line.close()
  return body
}

/**
 * Keeps `connections` busy for `seconds`, each with a pause of `pauseMs` after an answer. `next(connection)` makes a connection's next
 * request; `heard(connection, body)` sees its answer. Answers requests a second and latencies in milliseconds.
 */
export async function load({
  port,
  connections,
  seconds,
  next,
  heard = () => undefined,
  pauseMs = 0,
  mayRedirect = false,
}) {
  const lines = await Promise.all(Array.from({ length: connections }, () => new Line().open(port)))
  for (const line of lines) line.mayRedirect = mayRedirect
  const latencies = []
  const start = performance.now()
  const end = start + seconds * 1000
  const drive = async (line, connection) => {
    for (let sent = performance.now(); sent < end;) {
      const body = await line.ask(next(connection))
      const now = performance.now()
      latencies.push(now - sent)
      heard(connection, body)
      if (pauseMs > 0) await pause(pauseMs)
      sent = pauseMs > 0 ? performance.now() : now
    }
  }
  await Promise.all(lines.map(drive))
  const elapsed = (performance.now() - start) / 1000
  for (const line of lines) line.close()
  latencies.sort((a, b) => a - b)
  return {
    rate: latencies.length / elapsed,
    count: latencies.length,
    p50: quantile(latencies, 0.5),
    mean: latencies.reduce((sum, each) => sum + each, 0) / latencies.length,
    p90: quantile(latencies, 0.9),
    p99: quantile(latencies, 0.99),
  }
}
