// The house's trades by the quotes that they were made at, until their receipts are published. The journal keeps unpublished trades.

import { type HouseBasis, type HouseTrade, HOUSE_TRADES_MAX } from '#domain/house/receipt'

/** Trades at one set of quotes. It takes no more once the house has quoted anew. */
export interface HouseRound {
  readonly basis: HouseBasis
  /** Of its last trade. */
  at: number
  readonly trades: HouseTrade[]
}

/** A trade, with the basis when first at these quotes; or the last trade number with a published receipt. */
export type HouseFact =
  | readonly [at: number, trade: HouseTrade, basis: HouseBasis | null]
  | { readonly published: number }

/** Without new quotes a round ends after this time. */
const ROUND_OVER_MS = 10_000

export class HouseRounds {
  /** Oldest first, none without trades. */
  #rounds: HouseRound[] = []
  #basis: HouseBasis | null = null
  /** The last round takes the trades of the current quotes. */
  #isOpen = false
  #facts: HouseFact[] = []

  /** What the quotes come from now; null: the house quotes nothing, or the price is no tick. */
  quoteBy(basis: HouseBasis | null): void {
    this.#basis = basis
    this.#isOpen = false
  }

  add(trade: HouseTrade, at: number): void {
    const basis = this.#basis
    if (!basis) return
    const isFirst = !this.#isOpen || (this.#rounds.at(-1)?.trades.length ?? 0) >= HOUSE_TRADES_MAX
    const fact = [at, trade, isFirst ? basis : null] as const
    this.#facts.push(fact)
    this.#put(fact)
    this.#isOpen = true
  }

  get isEmpty(): boolean {
    return this.#rounds.length === 0
  }

  /** Rounds that take no more trades. */
  over(now: number): readonly HouseRound[] {
    const last = this.#rounds.at(-1)
    const isLastOver = !this.#isOpen || (last !== undefined && now - last.at > ROUND_OVER_MS)
    if (isLastOver) this.#isOpen = false
    return isLastOver ? this.#rounds : this.#rounds.slice(0, -1)
  }

  /** Forgets rounds up to a trade: their receipts are published. */
  published(tradeNo: number): void {
    if (this.#drop(tradeNo)) this.#facts.push({ published: tradeNo })
  }

  takeFacts(): readonly HouseFact[] {
    const facts = this.#facts
    this.#facts = []
    return facts
  }

  /** Replays a fact after a restart. */
  apply(fact: HouseFact): void {
    if ('published' in fact) this.#drop(fact.published)
    else this.#put(fact)
  }

  restore(rounds: readonly HouseRound[]): void {
    this.#rounds = rounds.map(({ trades, ...round }) => ({ ...round, trades: [...trades] }))
  }

  all(): readonly HouseRound[] {
    return this.#rounds
  }

  #put([at, trade, basis]: Exclude<HouseFact, { readonly published: number }>): void {
    if (basis) this.#rounds.push({ basis, at, trades: [] })
    const round = this.#rounds.at(-1)
    round?.trades.push(trade)
    if (round) round.at = at
  }

  #drop(tradeNo: number): boolean {
    const before = this.#rounds.length
    this.#rounds = this.#rounds.filter(({ trades }) => (trades.at(-1)?.no ?? 0) > tradeNo)
    return this.#rounds.length < before
  }
}
