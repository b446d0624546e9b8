// Words between an Account and the room of a quiz event, and what is told of bets. Amounts are canonical integer text, instants milliseconds.

import type { QuizBetState } from '#domain/quiz/rules'

/** A bet as the Account brings it; the same account and number again is the same bet. */
export interface PoolBetMessage {
  readonly account: number
  readonly betNo: number
  /** Drawn for the bet: its owner finds it in the receipt by it, and nobody else learns whose it is. */
  readonly key: string
  readonly option: number
  readonly stake: string
}

/** Whether the bet is in the pool, by the room's own clock. */
export type PoolBetAnswer =
  | { readonly isIn: true; readonly at: number }
  | { readonly isIn: false; readonly code: 'quiz_closed' | 'quiz_not_started' | 'quiz_full' | 'quiz_event_not_found' }

export interface PoolView {
  /** Staked by option, the first one first. */
  readonly sums: readonly string[]
  readonly bets: number
}

/** What two people of the desk have entered, once nobody may object any more. */
export interface SettleMessage {
  readonly answer: number
  readonly evidence: string
  readonly decidedAt: number
}

/** Called by an Account and by the Worker, with text that they build, typed. */
export interface EventRpc {
  bet(message: string): Promise<string>
  pool(): Promise<string>
  /** True once every account has it in its books; until then it is asked again. */
  settle(message: string): Promise<boolean>
}

/** What one account's bets on an event came to. */
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

/** An event takes so many bets: its receipt holds them all. */
export const BETS_PER_EVENT_MAX = 5_000
/** Undecided bets of one account at once. */
export const LIVE_BETS_MAX = 100
