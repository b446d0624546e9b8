// Client address, for rate limits and for the lists of API keys. Cloudflare's edge sets the header and overwrites the client's value; behind any
// other proxy the operator configures the header that the proxy sets.

/** True for a local machine outside production; all local addresses count as one and are exempt from limits. */
export const isOwnMachine = (env: Pick<Env, 'ENVIRONMENT'>, address: string): boolean =>
  env.ENVIRONMENT !== 'production' && /^(?:local|::1|(?:::ffff:)?127\.[\d.]+)$/.test(address)

/** IPv4 address from the edge, or the first 64 bits of an IPv6 address (one household); "local" without an edge. */
export const clientIp = (request: Request): string => networkOf(clientAddress(request))

/** The whole address, for the list of a key. */
export const clientAddress = (request: Request): string => request.headers.get('cf-connecting-ip')?.trim() || 'local'

/**
 * Request with a trustworthy client address for all later code. If CLIENT_IP_HEADER names a header, its last address
 * counts, written by the nearest proxy, and the client's own value of Cloudflare's header is dropped.
 */
export function withClientIp(request: Request, { CLIENT_IP_HEADER: name }: Pick<Env, 'CLIENT_IP_HEADER'>): Request {
  if (!name) return request
  const headers = new Headers(request.headers)
  const address = headers.get(name)?.split(',').at(-1)?.trim()
  if (address) headers.set('cf-connecting-ip', address)
  else headers.delete('cf-connecting-ip')
  return new Request(request, { headers })
}

/** Address for connection counting; null for a local machine. */
export function countedAddress(request: Request, env: Pick<Env, 'ENVIRONMENT'>): string | null {
  const address = clientIp(request)
  return isOwnMachine(env, address) ? null : address
}

function networkOf(address: string): string {
  // "::ffff:192.0.2.1" is an IPv4 address.
  if (address.includes('.') || !address.includes(':')) return address.slice(address.lastIndexOf(':') + 1)
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const [first, last] = [head, tail].map((part) => (part === '' ? [] : part.split(':')))
  const zeros = address.includes('::') ? Array<string>(8 - (first?.length ?? 0) - (last?.length ?? 0)).fill('0') : []
  const groups = [...(first ?? []), ...zeros, ...(last ?? [])]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
