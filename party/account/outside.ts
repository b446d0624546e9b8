// Whom a feature may have something said to, after its turn. Stories put a stage here.

import type { Amount } from '#domain/money/amount'
import type { LotAct, LotAnswer } from '#party/protocol/lot'
import type { PoolBetAnswer, PoolBetMessage } from '#party/protocol/quiz'
import type { ShownLoan } from '#party/protocol/loan'
import type { SymbolFixing } from '#party/protocol/invest'
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

/** A claim of limited supply, by the reference of its hold with the account before it. */
export interface AskedClaim {
  readonly product: string
  readonly item: string
  readonly ref: string
  readonly quantity: number
  readonly at: number
}

export type ClaimAnswer =
  | { readonly isGranted: true; readonly no: number; readonly upTo: number }
  | { readonly isGranted: false; readonly refusal: 'sold_out' | 'above_user_max'; readonly left: number }

/** What the directory shows of a deposit, in the asset's smallest unit; a lower revision changes nothing. */
export interface DueDeposit {
  readonly orderNo: number
  readonly productId: number
  readonly assetId: number
  readonly revision: number
  readonly isLive: boolean
  readonly dueAt: number
  /** Of the product's quota. */
  readonly steps: number
  readonly principal: string
  readonly yields: string
}

export interface OutsidePorts {
  readonly account: number
  now(): number
  /** Has the directory show the standing; one that it has newer is left. */
  tellDirectory(shown: ShownStanding): Promise<void>
  /** Has the Worker take what this account's own messages are to be sent by. */
  oweNotices(account: number, at: number): Promise<void>
  /** Keeps receipts where anybody may read them; one that is there stays. */
  keepReceipts(
    receipts: readonly {
      readonly id: string
      readonly body: string
      readonly at: number
      readonly insurance: string
    }[],
  ): Promise<void>
  /** Claims for this account; a repetition is answered what the first was. */
  claimSupply(claim: AskedClaim): Promise<ClaimAnswer>
  /** Versions of the products that take deposits now. */
  miningOffers(): Promise<ReadonlyMap<number, string>>
  /** Fixings that are made, of all symbols at these instants. */
  fixings(instants: readonly number[]): Promise<readonly SymbolFixing[]>
  tellDueDeposits(deposits: readonly DueDeposit[]): Promise<void>
  /** Has the directory show how loans stand. */
  tellLoans(loans: readonly ShownLoan[]): Promise<void>
  /** Brings a bet to the pool of its event; the same again gets the same answer. */
  askEvent(eventId: number, bet: PoolBetMessage): Promise<PoolBetAnswer>
  /** Brings an act to the room of a sale; the same again gets the same answer. */
  askLot(lotId: number, act: LotAct): Promise<LotAnswer>
  /** Live rounds after an instant, ascending, `limit` at most. */
  roundsAfter(at: number, limit: number): Promise<readonly PriceRound[]>
}
