// Store of the user's bets: undecided ones in memory, all saved with the account.

import { quizBet } from '#db/account/quiz'
import { CachedRows } from '#party/lib/cached-rows'
import type { Store } from '#party/lib/store'
import type { RowOf } from '#party/lib/table'

export type Bet = RowOf<typeof quizBet>

/** Ledger reference of a bet. */
export const betRef = (betNo: number): string => `quiz:${betNo}`

const isLive = ({ state }: Bet): boolean => state === 'sent' || state === 'in'

export class BetStore extends CachedRows<typeof quizBet, Bet> {
  static readonly tables = [quizBet] as const

  constructor(store: Store) {
    const cached = "WHERE state IN ('sent', 'in') ORDER BY bet_no"
    super(store, { schema: quizBet, number: 'betNo', cached, isCached: isLive })
  }

  add(bet: Omit<Bet, 'betNo'>): Bet {
    const added = { ...bet, betNo: this.nextNumber() }
    this.touch(added)
    return added
  }
}
