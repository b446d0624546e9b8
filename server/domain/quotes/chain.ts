// Ticks are numbered and chained per symbol: each hash covers the tick and the hash before it, so that a price that was published
// cannot be changed, dropped or slipped in later without every later hash giving it away. The digest function comes from outside.

/** One price of one symbol. `seq` rises by one per symbol; `hash` chains to the tick before. */
export interface Tick {
  readonly symbol: string
  readonly seq: number
  readonly at: number
  readonly price: string
  readonly source: string
  readonly previousHash: string
  readonly hash: string
}

/** SHA-256 of UTF-8 text as lower-case hex. */
export type Digest = (text: string) => string

/** The hash before the first tick of a symbol. */
export const GENESIS_HASH = '0'.repeat(64)

/** Head of a symbol's chain. */
export interface ChainHead {
  readonly seq: number
  readonly hash: string
}

/** Hashed text of a tick, so any SHA-256 tool can check a receipt. */
export const tickText = (tick: Omit<Tick, 'hash'>): string =>
  [tick.symbol, tick.seq, tick.at, tick.price, tick.source, tick.previousHash].join('|')

/** The next tick after `head`. */
export function chainTick(
  head: ChainHead | undefined,
  news: Pick<Tick, 'symbol' | 'at' | 'price' | 'source'>,
  digest: Digest,
): Tick {
  const unsealed = { ...news, seq: (head?.seq ?? 0) + 1, previousHash: head?.hash ?? GENESIS_HASH }
  return { ...unsealed, hash: digest(tickText(unsealed)) }
}
