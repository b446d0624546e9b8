// Seeds and rounds of the user's game: the seed in use with its rounds in memory, all of them saved with the account.

import { gameRound, gameSeed } from '#db/account/game'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

export type Seed = RowOf<typeof gameSeed>
export type Round = RowOf<typeof gameRound>

const SEEDS = tableOf(gameSeed)
const ROUNDS = tableOf(gameRound)

export class GameStore {
  static readonly tables = [gameSeed, gameRound] as const

  #seed: Seed | null
  #rounds: Round[]
  #roundNoLast: number
  #seedNoLast: number
  readonly #changedSeeds = new Map<number, Seed>()
  #newRounds: Round[] = []

  constructor(store: Store) {
    this.#seedNoLast = SEEDS.last(store, 'seedNo')
    this.#roundNoLast = ROUNDS.last(store, 'roundNo')
    this.#seed = SEEDS.first(store, 'WHERE revealed_at IS NULL') ?? null
    this.#rounds = this.#seed ? ROUNDS.rows(store, 'WHERE seed_no = ? ORDER BY nonce', this.#seed.seedNo) : []
  }

  /** Current seed; null before the first. */
  get seed(): Seed | null {
    return this.#seed
  }

  /** Of the seed in use, the first one first. */
  get rounds(): readonly Round[] {
    return this.#rounds
  }

  /** Replaces the current seed; `revealed` holds its reveal. */
  replaceSeed(
    next: Pick<Seed, 'seed' | 'commitment' | 'committedAt'>,
    revealed: Pick<Seed, 'revealedAt' | 'receiptId'>,
  ): void {
    if (this.#seed) this.#changedSeeds.set(this.#seed.seedNo, { ...this.#seed, ...revealed })
    this.#seedNoLast += 1
    this.#seed = { ...next, seedNo: this.#seedNoLast, revealedAt: null, receiptId: null }
    this.#changedSeeds.set(this.#seed.seedNo, this.#seed)
    this.#rounds = []
  }

  add(played: Omit<Round, 'roundNo'>): Round {
    this.#roundNoLast += 1
    const round = { ...played, roundNo: this.#roundNoLast }
    this.#rounds.push(round)
    this.#newRounds.push(round)
    return round
  }

  nextRoundNo(): number {
    return this.#roundNoLast + 1
  }

  save(log: TurnLog): void {
    for (const seed of this.#changedSeeds.values()) log.put(gameSeed, seed)
    for (const round of this.#newRounds) log.put(gameRound, round)
    this.#changedSeeds.clear()
    this.#newRounds = []
  }
}
