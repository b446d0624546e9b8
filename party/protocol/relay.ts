// Relays: rooms that pass a public room's messages on to sockets, where it has more listeners than it can tell by itself. They form a tree
// below the room, one for each region, and a relay's name is its place in it.

export type RelayedParty = 'quotes' | 'market' | 'chat'

/** Where the platform is asked to place an object. */
export type Region = 'wnam' | 'enam' | 'sam' | 'weur' | 'eeur' | 'apac' | 'oc' | 'afr' | 'me'

export interface RelayPlace {
  readonly party: RelayedParty
  readonly room: string
  /** Null where the region is unknown. */
  readonly region: Region | null
  /** 1 for relays that the room itself tells. */
  readonly level: number
  /** Below `RELAYS_EACH ** level`. */
  readonly index: number
}

/** Relays that a relay tells, and that a room tells in each region. */
export const RELAYS_EACH = 8
export const RELAY_LEVELS = 3

const SEPARATOR = '/'

export const relayName = ({ party, room, region, level, index }: RelayPlace): string =>
  [party, room, region ?? '', level, index].join(SEPARATOR)

export function relayPlace(name: string): RelayPlace {
  const [party, room = '', region, level = '', index = ''] = name.split(SEPARATOR)
  return {
    // Only the Worker and relays name relays, by `relayName`.
    party: party as RelayedParty,
    room,
    region: region === '' ? null : (region as Region),
    level: parseInt(level, 10),
    index: parseInt(index, 10),
  }
}

/** The relay that tells this one; null for the room itself. */
export const placeAbove = (place: RelayPlace): RelayPlace | null =>
  place.level === 1 ? null : { ...place, level: place.level - 1, index: place.index % RELAYS_EACH ** (place.level - 1) }

/** Texts of socket messages, both lists as of the same moment. */
export interface Heard {
  /** Those after the number asked for; the whole opening where some are no longer stored. */
  readonly missed: readonly string[]
  /** What a new listener gets: a snapshot, then the messages since it. */
  readonly opening: readonly string[]
}

/** RPC of a room that relays listen to. */
export interface HeardRpc {
  /** From now on the room tells the relay every message, until the relay says that it has no listeners. */
  listen(relay: string, after: number): Promise<Heard>
}

export interface RelayRpc extends HeardRpc {
  /** Called by the room above only. False without listeners: the relay then need not be told. */
  tell(text: string): Promise<boolean>
}

const LISTENERS = 1_000

/** Most visitors' sockets of a public room, by the variable ROOM_LISTENERS. */
export const listenersMaxOf = (variable: string | undefined): number =>
  variable === undefined || !/^\d{1,5}$/.test(variable) ? LISTENERS : parseInt(variable, 10)
