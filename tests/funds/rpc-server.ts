// A local server that speaks JSON-RPC as the nodes of chains do, for the adapters' tests.

import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } }
export type Answers = (method: string, params: readonly unknown[]) => Answer

let server: Server | undefined

/** Serves answers per method from the test; returns the URL. */
export async function serveRpc(answer: Answers): Promise<string> {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] }
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, params) }))
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

export const stopServing = (): void => {
  server?.close()
}
