// JSON-RPC 2.0 over HTTP, as the nodes of chains speak it. A node's error is thrown with its words, for the operator's log.

const TIMEOUT_MS = 15_000

export type JsonRpc = <Result>(method: string, params: readonly unknown[]) => Promise<Result>

/** A node's own refusal, with the code of its protocol. */
export class NodeRefusal extends Error {
  readonly code: number
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message} (${code})`)
    this.code = code
  }
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string } | null
}

/** User and password, where the node asks for them, are in the address and go into a header. */
export function openNode(address: string): JsonRpc {
  const url = new URL(address)
  const headers = new Headers({ 'Content-Type': 'application/json' })
  const { username, password } = url
  if (username)
    headers.set('Authorization', `Basic ${btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)}`)
  url.username = ''
  url.password = ''
  let calls = 0
  return async <Result>(method: string, params: readonly unknown[]) => {
    calls += 1
    const body = JSON.stringify({ jsonrpc: '2.0', id: calls, method, params })
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const answer = (await readAnswer(response, method)) satisfies Answer
    if (answer.error) throw new NodeRefusal(method, answer.error.code, answer.error.message)
    // Each caller names the shape that the node's documentation promises for its method.
    return answer.result as Result
  }
}

/** Bitcoin's node answers its errors with status 500 and a body that says which. */
async function readAnswer(response: Response, method: string): Promise<Answer> {
  try {
    return await response.json<Answer>()
  } catch {
    throw new Error(`${method}: the node answered ${response.status} and no JSON`)
  }
}
