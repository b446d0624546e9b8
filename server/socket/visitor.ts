// Who opened a program's socket, as the Worker's door saw it; handed to the room in one header.

import { type Language, parseWireLanguage } from '#domain/language'
import { ADDRESS_HEADER } from '#party/protocol/door'
import { clientAddress, countedAddress } from '#session/client-ip'
import { placeOf } from '#session/place'

/** Where a program opened its socket: the site's own protocol, or the Binance Spot dialect. */
type Door =
  | { readonly kind: 'own' }
  | { readonly kind: 'api'; readonly showsLimits: boolean }
  | { readonly kind: 'market'; readonly isCombined: boolean; readonly names: readonly string[] }

export interface Visitor {
  /** Whole address, for comparison with the address lists of keys. */
  readonly address: string
  readonly country: string
  readonly language: Language
}

export interface SocketVisitor extends Visitor {
  readonly door: Door
}

const VISITOR_HEADER = 'x-cm-visitor'
/** Sockets of the Binance Spot dialect: its WebSocket API, and its market streams. */
export const DIALECT_SOCKETS = ['/binance/ws-api/v3', '/binance/ws', '/binance/ws/:name', '/binance/stream']
/** What a name of a stream consists of. */
const STREAM = /^[\w!@]{1,40}$/
/** Rooms that share the sockets. */
const ROOMS = 8

/** The request for a room, or a refusal. */
export function admitSocket(
  request: Request,
  env: Env,
): { readonly room: string; readonly request: Request } | Response {
  if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket')
    return new Response('Open a WebSocket here.', { status: 426, headers: { Upgrade: 'websocket' } })
  const visitor: SocketVisitor = {
    address: clientAddress(request),
    country: placeOf(request).country,
    language: parseWireLanguage(new URL(request.url).searchParams.get('lang')),
    door: doorOf(new URL(request.url)),
  }
  // Only these: a client's own headers end here.
  const headers = new Headers({ Upgrade: 'websocket', [VISITOR_HEADER]: JSON.stringify(visitor) })
  const counted = countedAddress(request, env)
  if (counted !== null) headers.set(ADDRESS_HEADER, counted)
  const room = String((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % ROOMS)
  return { room, request: new Request('https://rooms/socket', { headers }) }
}

function doorOf({ pathname, searchParams }: URL): Door {
  const [, dialect, kind, name] = pathname.split('/')
  if (dialect !== 'binance') return { kind: 'own' }
  if (kind === 'ws-api') return { kind: 'api', showsLimits: searchParams.get('returnRateLimits') !== 'false' }
  const isCombined = kind === 'stream'
  const names = isCombined ? searchParams.get('streams')?.split('/') : name?.split('/')
  return { kind: 'market', isCombined, names: (names ?? []).filter((each) => STREAM.test(each)) }
}

/** Written by the door alone. */
export const readVisitor = (request: Request): SocketVisitor =>
  JSON.parse(request.headers.get(VISITOR_HEADER) ?? '{}') as SocketVisitor

/** The request that an endpoint would have got. */
export const asHttp = (
  { address, country }: Visitor,
  { method, path }: { readonly method: string; readonly path: string },
): Request =>
  new Request(`https://socket/api${path}`, { method, headers: { 'cf-connecting-ip': address }, cf: { country } })
