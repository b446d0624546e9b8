// Sorted edges of bands: finds the members reached by a price without scanning the others.

import type BTree from 'sorted-btree'
import { EmptyBTree } from 'sorted-btree'
import type { PriceRound, WatchBand } from '#party/protocol/watch'

/** A symbol's own tick of a round, its price in steps. */
export interface OwnTick {
  readonly at: number
  readonly priceSteps: number
}

/** New tick of the symbol in this round, if any. */
export function tickOf(symbol: string, { at, ticks }: PriceRound): OwnTick | null {
  const tick = ticks.find((each) => each.symbol === symbol && each.at === at)
  // A published price has all decimals of its pair.
  return tick ? { at, priceSteps: parseInt(tick.price.replace('.', ''), 10) } : null
}

export type Band = Omit<WatchBand, 'after'>
type Edges<Member> = BTree<number, Set<Member>>

export class Bands<Member extends Band> {
  readonly #lows = emptyEdges<Member>()
  readonly #highs = emptyEdges<Member>()
  readonly #nexts = emptyEdges<Member>()
  /** Band of each member at insertion, since a member's band may change before removal. */
  readonly #added = new Map<Member, Band>()

  get size(): number {
    return this.#added.size
  }

  add(member: Member): void {
    this.remove(member)
    const { low, high, next } = member
    this.#added.set(member, { low, high, next })
    addEdge(this.#lows, low, member)
    addEdge(this.#highs, high, member)
    addEdge(this.#nexts, next, member)
  }

  remove(member: Member): void {
    const band = this.#added.get(member)
    if (!band) return
    this.#added.delete(member)
    removeEdge(this.#lows, band.low, member)
    removeEdge(this.#highs, band.high, member)
    removeEdge(this.#nexts, band.next, member)
  }

  /** Members reached by a tick, each once. */
  reachedBy({ at, priceSteps }: OwnTick): ReadonlySet<Member> {
    const reached = new Set<Member>()
    const take = (_edge: number, members: ReadonlySet<Member>): void => {
      for (const member of members) reached.add(member)
    }
    this.#lows.forRange(priceSteps, Infinity, true, take)
    this.#highs.forRange(-Infinity, priceSteps, true, take)
    this.#nexts.forRange(-Infinity, at, true, take)
    return reached
  }
}

/** Whether a tick reaches one band. */
export const isReached = ({ low, high, next }: Band, { at, priceSteps }: OwnTick): boolean =>
  (low !== null && priceSteps <= low) || (high !== null && priceSteps >= high) || (next !== null && at >= next)

export const isWaiting = ({ low, high, next }: Band): boolean => low !== null || high !== null || next !== null

/** Node and bundlers disagree about the library's default export, so the class is imported as a type only. */
const emptyEdges = <Member>(): Edges<Member> => EmptyBTree.clone() as Edges<Member>

function addEdge<Member>(edges: Edges<Member>, edge: number | null, member: Member): void {
  if (edge === null) return
  const members = edges.get(edge)
  if (members) members.add(member)
  else edges.set(edge, new Set([member]))
}

function removeEdge<Member>(edges: Edges<Member>, edge: number | null, member: Member): void {
  if (edge === null) return
  const members = edges.get(edge)
  members?.delete(member)
  if (members?.size === 0) edges.delete(edge)
}
