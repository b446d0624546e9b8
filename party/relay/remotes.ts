// Remote calls of a Relay: the room above it, which is a relay or the public room itself.

import { relayStub } from '#lib/relay-stub'
import { tracedRoom } from '#lib/room-call'
import { type HeardRpc, type RelayPlace, placeAbove, relayName } from '#party/protocol/relay'

export function roomAbove(env: Env, place: RelayPlace): HeardRpc {
  const above = placeAbove(place)
  if (above) return relayStub(env, relayName(above))
  const { party, room } = place
  switch (party) {
    case 'quotes':
      return tracedRoom(env.Quotes.get(env.Quotes.idFromName(room)), party)
    case 'market':
      return tracedRoom(env.Market.get(env.Market.idFromName(room)), party)
    case 'chat':
      return tracedRoom(env.Chat.get(env.Chat.idFromName(room)), party)
  }
}
