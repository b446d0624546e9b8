// Calls to other rooms and the directory that features make after a turn. Tests replace them with a stage.

import type { ReportedDay } from '#domain/activity'
import type { Amount } from '#domain/money/amount'
import type { SaleRequest, SaleAnswer } from '#party/protocol/lot'
import type { PoolBetAnswer, PoolBetMessage } from '#party/protocol/quiz'
import type { ShownLoan } from '#party/protocol/loan'
import type { SymbolFixing } from '#party/protocol/invest'
import type { PriceRound } from '#party/protocol/watch'

/** An account's trading figures in the directory. Values in USDT. */
export interface TradingFigures {
  readonly userId: number
  readonly inviterId: number | null
  readonly level: number
  /** Since registration. */
  readonly volume: Amount
  readonly rebate: Amount
  readonly revision: number
}

/** A claim of limited supply, identified by the reference of the hold that the account made first. */
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

/** A deposit in the directory, in the asset's smallest unit; a lower revision changes nothing. */
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

export interface RemoteCalls {
  readonly account: number
  now(): number
  /** Stores the trading figures in the directory; newer stored figures stay. */
  reportFigures(shown: TradingFigures): Promise<void>
  /** Replaces the account's earlier reports of these days. */
  reportActivity(days: readonly ReportedDay[]): Promise<void>
  /** Queues the account's own notices for delivery by the Worker. */
  oweNotices(account: number, at: number): Promise<void>
  /** Publishes receipts; an existing receipt stays unchanged. */
  keepReceipts(
    receipts: readonly {
      readonly id: string
      readonly body: string
      readonly at: number
      readonly insurance: string
    }[],
  ): Promise<void>
  /** Claims supply for this account; a retry gets the first answer. */
  claimSupply(claim: AskedClaim): Promise<ClaimAnswer>
  /** Versions of the products that take deposits now. */
  miningOffers(): Promise<ReadonlyMap<number, string>>
  /** Existing fixings of all symbols at these instants. */
  fixings(instants: readonly number[]): Promise<readonly SymbolFixing[]>
  reportDueDeposits(deposits: readonly DueDeposit[]): Promise<void>
  /** Has the directory show how loans stand. */
  reportLoans(loans: readonly ShownLoan[]): Promise<void>
  /** Sends a bet to the pool of its event; a retry gets the same answer. */
  askEvent(eventId: number, bet: PoolBetMessage): Promise<PoolBetAnswer>
  /** Sends an act to the room of a sale; a retry gets the same answer. */
  askSale(lotId: number, act: SaleRequest): Promise<SaleAnswer>
  /** Live rounds after an instant, ascending, `limit` at most. */
  roundsAfter(at: number, limit: number): Promise<readonly PriceRound[]>
}
