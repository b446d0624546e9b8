// WebSocket load: each socket keeps a number of requests under way and matches answers to them by id.

import { performance } from 'node:perf_hooks'
import { WebSocket } from 'ws'
import { quantile } from './load.mjs'

export class SocketLine {
  #socket
  #waiting = new Map()
  #lastId = 0

  async open(url) {
    this.#socket = new WebSocket(url, { perMessageDeflate: false })
    this.#socket.on('message', (data) => this.#take(data.toString()))
    await new Promise((resolve, reject) => this.#socket.once('open', resolve).once('error', reject))
    this.#socket.on('close', () => this.#fail(new Error('the server closed a socket')))
    return this
  }

  /** Sends what `make(id)` makes; answers the parsed message of type `answer` that carries the id. */
  ask(make) {
    const id = String(++this.#lastId)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#socket.send(JSON.stringify(make(id)))
    })
  }

  close() {
    this.#waiting.clear()
    this.#socket.terminate()
  }

  #take(text) {
    // Events also come here; they are not answers, and reading them whole would measure the client.
    if (!text.startsWith('{"type":"answer"')) return
    const answer = JSON.parse(text)
    this.#waiting.get(answer.id)?.resolve(answer)
    this.#waiting.delete(answer.id)
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error)
  }
}

/** Answers messages a second and latencies in milliseconds, as `load` does. */
export async function socketLoad({ lines, seconds, outstanding, next, heard = () => undefined }) {
  const latencies = []
  const start = performance.now()
  const end = start + seconds * 1000
  const drive = async (line, connection) => {
    for (let sent = performance.now(); sent < end;) {
      heard(await line.ask((id) => next(connection, id)))
      const now = performance.now()
      latencies.push(now - sent)
      sent = now
    }
  }
  await Promise.all(
    lines.flatMap((line, connection) => Array.from({ length: outstanding }, () => drive(line, connection))),
  )
  const elapsed = (performance.now() - start) / 1000
  latencies.sort((a, b) => a - b)
  return {
    rate: latencies.length / elapsed,
    count: latencies.length,
    p50: quantile(latencies, 0.5),
    p90: quantile(latencies, 0.9),
  }
}
