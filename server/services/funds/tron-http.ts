// TRON's HTTP API as its full nodes and TronGrid speak it: JSON by POST. A node's error is thrown with its words, for the operator's log.

const TIMEOUT_MS = 15_000

export type TronHttp = <Result>(path: string, body: object) => Promise<Result>

/** TronGrid's key, where one is needed, is the user of the address and goes into a header. */
export function openTronNode(address: string): TronHttp {
  const url = new URL(address)
  const headers = new Headers({ 'Content-Type': 'application/json' })
  if (url.username) headers.set('TRON-PRO-API-KEY', decodeURIComponent(url.username))
  const base = `${url.origin}${url.pathname.replace(/\/$/, '')}`
  return async <Result>(path: string, body: object) => {
    const sent = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(TIMEOUT_MS) }
    const response = await fetch(`${base}/wallet/${path}`, sent)
    if (!response.ok) throw new Error(`${path}: the node answered ${response.status}`)
    const answer = await response.json<Result & { readonly Error?: string }>()
    if (answer.Error !== undefined) throw new Error(`${path}: ${answer.Error}`)
    // Each caller names the shape that the documentation promises for its path.
    return answer
  }
}
