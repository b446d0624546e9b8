// Way of a visitor to a public room: to the room itself while it takes more, else to the first relay below it that does. Its relay on each
// level follows from the visitor's address, so that everybody stays where they were and an address counts its sockets in one place.

import { IsolateCache } from '#domain/isolate-cache'
import { MINUTE_MS } from '#domain/time'
import { relayStub } from '#lib/relay-stub'
import { ADDRESS_HEADER, FULL_HEADER } from '#party/protocol/door'
import { RELAYS_EACH, RELAY_LEVELS, type RelayedParty, relayName } from '#party/protocol/relay'
import { regionOf } from '#session/place'

const RELAYED: readonly string[] = ['quotes', 'market', 'chat'] satisfies RelayedParty[]

/** First level that was not full, by room and region; asked anew every minute. */
const LEVELS = new IsolateCache<Env['Relay'], Map<string, number>>(MINUTE_MS)

export const isRelayed = (request: Request): boolean => RELAYED.includes(roomOf(request)[0])

/** Answer to a socket or a poll that the door has let in, of a room that exists. `own` asks the room itself. */
export async function hearRoom(request: Request, env: Env, own: () => Promise<Response>): Promise<Response> {
  const [party, room] = roomOf(request)
  const region = regionOf(request)
  const visitor = hash(request.headers.get(ADDRESS_HEADER) ?? '')
  const levels = levelsOf(env, Date.now())
  const crowd = `${party} ${room} ${region ?? ''}`
  for (let level = levels.get(crowd) ?? 0; ; level += 1) {
    const name = relayName({ party: party as RelayedParty, room, region, level, index: visitor % RELAYS_EACH ** level })
    const answer = level === 0 ? await own() : await relayStub(env, name).fetch(request)
    if (!answer.headers.has(FULL_HEADER) || level === RELAY_LEVELS) return answer
    levels.set(crowd, level + 1)
  }
}

function levelsOf(env: Env, now: number): Map<string, number> {
  const known = LEVELS.get(env.Relay, now)
  if (known) return known
  const levels = new Map<string, number>()
  LEVELS.set(env.Relay, levels, now)
  return levels
}

function roomOf(request: Request): readonly [party: string, room: string] {
  const [, , party = '', room = ''] = new URL(request.url).pathname.split('/')
  return [party, room]
}

/** FNV-1a, with its better upper half folded into the lower one. */
function hash(text: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return (sum ^ (sum >>> 16)) >>> 0
}
