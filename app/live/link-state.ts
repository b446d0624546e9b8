// How fresh what a channel says is. Pure.

/**
 * connecting: nothing heard yet. delayed: silent for longer than the channel ever should be, or its socket is gone and nothing else has
 * answered yet. offline: neither socket nor polling reaches the room, or the device says that it has no network.
 */
export type LinkState = 'connecting' | 'live' | 'delayed' | 'polling' | 'offline'

const WORST_FIRST: readonly LinkState[] = ['offline', 'delayed', 'connecting', 'polling']

/** What is shown from several channels is no fresher than the worst of them. */
export const leastLive = (...links: readonly LinkState[]): LinkState =>
  WORST_FIRST.find((link) => links.includes(link)) ?? 'live'

/** What was heard stands as it did then, and the world may have gone on. */
export const isStaleLink = (link: LinkState): boolean => link === 'delayed' || link === 'offline'
