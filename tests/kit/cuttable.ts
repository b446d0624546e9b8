// A proxy to the app that can be cut and can change responses: for network failures and new releases in a browser. The browser's own
// offline switch doesn't reach its service workers.

import { type Server, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CuttableRoad {
  readonly url: string
  cut(): void
  mend(): void
  /** From now on `path` arrives changed. */
  change(path: string, edit: (text: string) => string): void
  close(): Promise<void>
}

export async function openRoad(target: string): Promise<CuttableRoad> {
  const { hostname, port } = new URL(target)
  const edits = new Map<string, (text: string) => string>()
  let isCut = false
  const server: Server = createServer((asked, answer) => {
    if (isCut) return void asked.socket.destroy()
    const { method, headers, url: path = '/' } = asked
    const edit = edits.get(path)
    // Drops the cache validators, so that the edited text isn't answered with 304.
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...afresh } = headers
    const passed = request({ hostname, port, method, headers: edit ? afresh : headers, path }, (given) => {
      if (!edit) {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        return void given.pipe(answer)
      }
      const chunks: Buffer[] = []
      given.on('data', (chunk: Buffer) => chunks.push(chunk))
      given.on('end', () => {
        const { 'content-length': _length, 'transfer-encoding': _encoding, ...rest } = given.headers
        answer.writeHead(given.statusCode ?? 502, rest)
        answer.end(edit(Buffer.concat(chunks).toString()))
      })
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      isCut = true
      server.closeAllConnections()
    },
    mend() {
      isCut = false
    },
    change: (path, edit) => void edits.set(path, edit),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
