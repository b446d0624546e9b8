// Who opened a program's socket, as the Worker's door saw it; handed to the room in one header.

import { type Language, parseWireLanguage } from '#domain/language'
import { ADDRESS_HEADER } from '#party/protocol/door'
import { clientAddress, countedAddress } from '#session/client-ip'
import { placeOf } from '#session/place'

export interface Visitor {
  /** Whole address, for comparison with the address lists of keys. */
  readonly address: string
  readonly country: string
  readonly language: Language
}

const VISITOR_HEADER = 'x-cm-visitor'
/** Rooms that share the sockets. */
const ROOMS = 8

/** The request for a room, or a refusal. */
export function admitSocket(
  request: Request,
  env: Env,
): { readonly room: string; readonly request: Request } | Response {
  if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket')
    return new Response('Open a WebSocket here.', { status: 426, headers: { Upgrade: 'websocket' } })
  const visitor: Visitor = {
    address: clientAddress(request),
    country: placeOf(request).country,
    language: parseWireLanguage(new URL(request.url).searchParams.get('lang')),
  }
  // Only these: a client's own headers end here.
  const headers = new Headers({ Upgrade: 'websocket', [VISITOR_HEADER]: JSON.stringify(visitor) })
  const counted = countedAddress(request, env)
  if (counted !== null) headers.set(ADDRESS_HEADER, counted)
  const room = String((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % ROOMS)
  return { room, request: new Request('https://rooms/socket', { headers }) }
}

/** Written by the door alone. */
export const readVisitor = (request: Request): Visitor =>
  JSON.parse(request.headers.get(VISITOR_HEADER) ?? '{}') as Visitor

/** The request that an endpoint would have got. */
export const asHttp = (
  { address, country }: Visitor,
  { method, path }: { readonly method: string; readonly path: string },
): Request =>
  new Request(`https://socket/api${path}`, { method, headers: { 'cf-connecting-ip': address }, cf: { country } })
