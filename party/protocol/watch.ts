// Protocol between Account rooms, the Watch of a symbol and Quotes. Prices count 10^-decimals of the pair's price. An account sends its
// whole registration under a revision: a later revision replaces earlier ones, so a repetition changes nothing. The Watch wakes the account
// with one round of prices at a time, and the answer is the new registration.

import type { Tick } from '#domain/quotes/chain'

/** Live ticks in force at one second, of every listed symbol with a price; complete, so a settlement on one keeps its proof. */
export interface PriceRound {
  readonly at: number
  readonly ticks: readonly Tick[]
}

/** Message of Quotes to each following Watch, once a second; `beforeAt` is the previous live round, null when unknown. */
export interface RoundMessage extends PriceRound {
  readonly beforeAt: number | null
}

/** Wake-up band of an account. Inside both edges and before `next`, none of its triggers can fire. */
export interface WatchBand {
  /** A price at or below it wakes the account; null: none. */
  readonly low: number | null
  /** A price at or above it wakes the account; null: none. */
  readonly high: number | null
  /** The first tick at or after this instant wakes the account at any price; null: no such instant. */
  readonly next: number | null
  /** Last processed tick of the account: earlier ticks don't wake it again. */
  readonly after: number
}

/** An account's exposure in one symbol. Amounts are canonical integer text in the quote's smallest unit. */
export interface WatchExposure {
  /** Value of open positions at their opening prices. */
  readonly long: string
  readonly short: string
  /** Since the account's beginning: what the house won (negative: lost), fees, and what the insurance fund took (negative: paid). */
  readonly house: string
  readonly fees: string
  readonly insurance: string
}

/** Registration of one feature of one account at one symbol. An account without further interest sends a band of nulls. */
export interface WatchRegistration {
  readonly feature: string
  readonly account: number
  readonly revision: number
  readonly band: WatchBand
  readonly exposure: WatchExposure
}

/** Answer of a Watch: sides that the house no longer accepts, because its exposure is at the cap. */
export interface WatchAnswer {
  readonly revision: number
  readonly closedSides: readonly ('long' | 'short')[]
}

/** Message of a Watch to an account: the first round that reached its band. */
export interface WakeMessage {
  readonly feature: string
  readonly symbol: string
  readonly round: PriceRound
  /** The symbol had no tick between this instant and the round; null when the Watch doesn't know. */
  readonly beforeAt: number | null
  /** Revision of the registration that the Watch decided by. */
  readonly revision: number
  readonly closedSides: readonly ('long' | 'short')[]
}

/** RPC of a Watch room, one per symbol and named by it. JSON text both ways. */
export interface WatchRpc {
  /** A `WatchRegistration`; answers a `WatchAnswer`. */
  register(registration: string): Promise<string>
  /** Takes a `RoundMessage` of Quotes. Returns once the round is stored, before any account is woken. */
  round(message: string): Promise<void>
  /** For the desk and the public page: a `WatchReport`. */
  report(): Promise<string>
}

/** The house's exposure in a symbol over all accounts, by feature. */
export interface WatchReport {
  readonly symbol: string
  readonly features: readonly (WatchExposure & {
    readonly feature: string
    /** Accounts that ever registered for the feature, with or without open positions. */
    readonly accounts: number
    readonly closedSides: readonly ('long' | 'short')[]
  })[]
}

/** RPC of an Account room for Watches: JSON of a `WakeMessage` in, of a `WatchRegistration` out. */
export interface WatchedRpc {
  wake(message: string): Promise<string>
}
