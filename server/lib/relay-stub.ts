// A Relay by its name.

import { relayPlace } from '#party/protocol/relay'
import { tracedRoom } from './room-call'

/** The first call places it in its region. */
export function relayStub(env: Pick<Env, 'Relay'>, name: string) {
  const { region } = relayPlace(name)
  return tracedRoom(env.Relay.get(env.Relay.idFromName(name), region ? { locationHint: region } : {}), 'relay')
}
