// Whom a feature may have something said to, after its turn. Stories put a stage here.

import type { Amount } from '#domain/money/amount'
import type { Tick } from '#domain/quotes/chain'
import type { PriceRound } from '#party/protocol/watch'

/** What the directory shows of an account's trading. Values in USDT. */
export interface ShownStanding {
  readonly userId: number
  readonly inviterId: number | null
  readonly level: number
  /** Since registration. */
  readonly volume: Amount
  readonly rebate: Amount
  readonly revision: number
}

export interface OutsidePorts {
  readonly account: number
  now(): number
  /** Has the directory show the standing; one that it has newer is left. */
  tellDirectory(shown: ShownStanding): Promise<void>
  /** Has the Worker take what this account's own messages are to be sent by. */
  oweNotices(account: number, at: number): Promise<void>
  /** Keeps receipts where anybody may read them; one that is there stays. */
  keepReceipts(receipts: readonly { readonly id: string; readonly body: string; readonly at: number }[]): Promise<void>
  /** Live rounds after an instant, ascending, `limit` at most. */
  roundsAfter(at: number, limit: number): Promise<readonly PriceRound[]>
  /** The ticks in force at an instant, of those symbols that had one. */
  ticksAt(symbols: readonly string[], at: number): Promise<readonly Tick[]>
}
