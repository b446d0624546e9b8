// How a program logs in on its socket: in tests inside the Workers runtime, and outside.

import { textToSign } from '#domain/api-key'

interface Signer {
  readonly id: string
  readonly sign: (text: string) => Promise<string>
}

let last = 0

/** Parameters of `login`, signed. */
export async function loginOf({ id, sign }: Signer, { timestamp }: { readonly timestamp?: number } = {}) {
  last = Math.max(last + 1, Date.now() - 500)
  const at = timestamp ?? last
  const text = textToSign({
    ...{ timestamp: at, recvWindow: 5_000, method: 'GET', path: '/api/v1/ws', commandId: '', body: '' },
  })
  return { key: id, timestamp: at, signature: await sign(text) }
}
