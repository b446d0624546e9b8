// Leaves of the log: source, number within the source, body. A leaf's text is hashed unchanged.

import type { Digest } from '../quotes/chain'
import { type Sha256, fromBase64, toBase64, utf8 } from './bytes'
import { leafHash, rootOfLeaves } from './tree'

/**
 * `key`: who signs from here on. `rounds`: prices of the feed. `receipt`: the name of a receipt. `desk`: the end of the desk's own log.
 * `liabilities`: day and root of a tree of liabilities. `rollback`: a source that lost its newest entries, and its newest number before.
 */
export const LEAF_SOURCES = ['key', 'rounds', 'receipt', 'desk', 'liabilities', 'rollback'] as const

export interface Leaf {
  /** One of LEAF_SOURCES. */
  readonly source: string
  readonly number: number
  readonly body: string
}

export const leafText = ({ source, number, body }: Leaf): string => `${source}\n${number}\n${body}`

export const hashOfLeaf = (sha256: Sha256, leaf: Leaf): Uint8Array => leafHash(sha256, utf8(leafText(leaf)))

/** One second of the feed, or one tick of a past second. */
export interface LoggedRound {
  readonly no: number
  readonly at: number
  /** Set where the round has one tick of a past second. */
  readonly lateSymbol: string | null
  /** SHA-256, in hex, of the hex hashes of its ticks, joined. */
  readonly digest: string
}

export const digestOfTicks = (digest: Digest, hashes: readonly string[]): string => digest(hashes.join(''))

/** Text of a round: hashed into its leaf, and named by the answer of an accepted order. */
export const roundText = ({ no, at, lateSymbol, digest }: LoggedRound): string =>
  `${no}|${at}|${lateSymbol ?? ''}|${digest}`

export const hashOfRound = (sha256: Sha256, round: LoggedRound): Uint8Array => leafHash(sha256, utf8(roundText(round)))

const AGAIN = 'again'

/**
 * Leaf over consecutive rounds. Its body: the first number, the root of a tree over all rounds, then the instant of the newest live round so far and the
 * length in milliseconds of the span before it in which its live rounds came. `after`: such an instant of the previous leaf; null for the first. A leaf whose
 * numbers earlier leaves have had, from before the feed went back, ends with the word `again`: others may have stood in its place.
 */
export function roundsLeaf(
  sha256: Sha256,
  rounds: readonly LoggedRound[],
  after: number | 'again' | null = null,
): Leaf {
  const root = rootOfLeaves(
    sha256,
    rounds.map((round) => hashOfRound(sha256, round)),
  )
  const live = rounds.filter(({ lateSymbol }) => lateSymbol === null).map(({ at }) => at)
  const since = after === null || after === AGAIN ? Math.min(...live, Number.MAX_SAFE_INTEGER) - 1 : after
  const until = Math.max(since, ...live)
  return {
    source: 'rounds',
    number: rounds.at(-1)?.no ?? 0,
    body: `${rounds[0]?.no ?? 0} ${toBase64(root)} ${after === AGAIN ? AGAIN : `${until} ${until - since}`}`,
  }
}

/** First number and root, which identify the rounds of a leaf. */
export const roundsIn = (body: string): string => body.split(' ', 2).join(' ')

export interface RoundsLeaf {
  readonly first: number
  readonly root: Uint8Array
  readonly isAgain: boolean
  /** Live rounds came after `since` and up to `until`; null in the first version of these leaves and for numbers logged again. */
  readonly times: { readonly since: number; readonly until: number } | null
}

/** What such a leaf says; null for another. */
export function readRoundsLeaf({ source, body }: Leaf): RoundsLeaf | null {
  const [, first = '', encoded = '', again, until, span] =
    /^([1-9]\d{0,14}) (\S+)(?: (again)| (\d{1,16}) (\d{1,16}))?$/.exec(source === 'rounds' ? body : '') ?? []
  const root = fromBase64(encoded)
  if (first === '' || root === null) return null
  const times =
    until === undefined || span === undefined
      ? null
      : { since: parseInt(until, 10) - parseInt(span, 10), until: parseInt(until, 10) }
  return { first: parseInt(first, 10), root, isAgain: again !== undefined, times }
}

/** True if a live round was logged within its leaf's span: later leaves hold no timely round of that span. */
export const isTimely = ({ times }: RoundsLeaf, { at, lateSymbol }: Pick<LoggedRound, 'at' | 'lateSymbol'>): boolean =>
  lateSymbol === null && times !== null && at > times.since && at <= times.until

/** A round's leaf, and hex hashes leading up to the root named by it. */
export interface RoundPlace {
  readonly round: LoggedRound
  readonly leaf: number
  readonly path: readonly string[]
}

/** Proof that the log holds a tick: all hashes of its round, and the round's path within a leaf. */
export interface TickRound {
  readonly round: Omit<LoggedRound, 'digest'>
  readonly hashes: readonly string[]
  /** Number of the leaf that holds the round. */
  readonly leaf: number
  /** Hex hashes, leading up to the root named by the leaf. */
  readonly path: readonly string[]
}

/** Proof of a tick and of the symbol's tick before it. */
export interface TickProof extends TickRound {
  /** The symbol's tick before, whose hash the tick contains; null for its first. */
  readonly before: {
    readonly symbol: string
    readonly seq: number
    readonly at: number
    readonly price: string
    readonly source: string
    readonly previousHash: string
  } | null
  /** Round of the tick before; null where it is no longer stored. */
  readonly beforeRound: TickRound | null
}
