// Bets of the user: undecided ones in memory, all of them saved with the book.

import { quizBet } from '#db/account/quiz'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

export type Bet = RowOf<typeof quizBet>

const BETS = tableOf(quizBet)

/** What a reference of the ledger says of a bet. */
export const betRef = (betNo: number): string => `quiz:${betNo}`

const isLive = ({ state }: Bet): boolean => state === 'sent' || state === 'in'

export class BetShelf {
  static readonly tables = [quizBet] as const

  readonly #store: Store
  readonly #live = new Map<number, Bet>()
  readonly #changed = new Map<number, Bet>()
  /** Decided since the last checkpoint: the table may not know them yet. */
  readonly #uncheckpointed = new Map<number, Bet>()
  #betNoLast: number

  constructor(store: Store) {
    this.#store = store
    this.#betNoLast = BETS.last(store, 'betNo')
    for (const row of BETS.rows(store, "WHERE state IN ('sent', 'in') ORDER BY bet_no")) this.#live.set(row.betNo, row)
  }

  add(bet: Omit<Bet, 'betNo'>): Bet {
    this.#betNoLast += 1
    return this.put({ ...bet, betNo: this.#betNoLast })
  }

  put(bet: Bet): Bet {
    this.#changed.set(bet.betNo, bet)
    if (isLive(bet)) this.#live.set(bet.betNo, bet)
    else {
      this.#live.delete(bet.betNo)
      this.#uncheckpointed.set(bet.betNo, bet)
    }
    return bet
  }

  find(betNo: number): Bet | undefined {
    const known = this.#live.get(betNo) ?? this.#uncheckpointed.get(betNo)
    if (known || betNo > this.#betNoLast) return known
    return BETS.first(this.#store, 'WHERE bet_no = ?', betNo)
  }

  /** Undecided ones, in the order in which they were made. */
  live(): readonly Bet[] {
    return [...this.#live.values()]
  }

  save(log: TurnLog): void {
    for (const bet of this.#changed.values()) log.put(quizBet, bet)
    this.#changed.clear()
  }

  checkpointed(): void {
    this.#uncheckpointed.clear()
    for (const bet of this.#changed.values()) if (!isLive(bet)) this.#uncheckpointed.set(bet.betNo, bet)
  }
}
