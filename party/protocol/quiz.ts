// Protocol between an Account and the room of a quiz event, and bet rows. Amounts are canonical integer text, instants milliseconds.

import type { Tick } from '#domain/quotes/chain'
import type { QuizBetState } from '#domain/quiz/rules'

/** A bet sent by an Account, identified by account and bet number. */
export interface PoolBetMessage {
  readonly account: number
  readonly betNo: number
  /** Random key of the bet: its owner finds the bet in the receipt by it; other readers can't link it to a user. */
  readonly key: string
  readonly option: number
  readonly stake: string
}

/** Whether the pool accepted the bet, by the room's own clock. */
export type PoolBetAnswer =
  | { readonly isAccepted: true; readonly at: number }
  | {
      readonly isAccepted: false
      readonly code: 'quiz_closed' | 'quiz_not_started' | 'quiz_full' | 'quiz_event_not_found'
    }

export interface PoolView {
  /** Staked by option, the first one first. */
  readonly sums: readonly string[]
  readonly bets: number
}

/** The answer entered by two people of the desk, after the objection period. */
export interface SettleMessage {
  readonly answer: number
  readonly evidence: string
  readonly decidedAt: number
  /** The newest tick before the answer; null where it is no longer stored. */
  readonly tick: Tick | null
}

/** Receipt that commits to the bets. */
export interface QuizCommitment {
  readonly receiptId: string
  readonly at: number
}

/** Called by Accounts and the Worker with typed text. */
export interface EventRpc {
  bet(message: string): Promise<string>
  pool(): Promise<string>
  /** QuizCommitment of the bets, once its receipt is published; "null" before the closing. */
  commit(): Promise<string>
  /** AnyBetReceipt of the bet with the key; "null" for an unknown key, and before the quiz commits to its bets. */
  prove(key: string): Promise<string>
  /** True once every account has stored the settlement; until then the call is repeated. */
  settle(message: string): Promise<boolean>
}

/** Results of one account's bets on an event. */
export interface SettledBets {
  readonly eventId: number
  readonly receiptId: string
  readonly answer: number
  readonly bets: readonly { readonly betNo: number; readonly paid: string; readonly fee: string }[]
}

export interface QuizBetRow {
  readonly betNo: number
  readonly eventId: number
  readonly option: number
  readonly assetId: number
  readonly stake: string
  readonly key: string
  readonly state: QuizBetState
  readonly at: number
  /** What came back; null while nothing is decided. */
  readonly paid: string | null
  readonly receiptId: string | null
  readonly endedAt: number | null
}

/** Most bets per event: its receipt contains them all. */
export const BETS_PER_EVENT_MAX = 5_000
/** Most undecided bets per account. */
export const LIVE_BETS_MAX = 100
