// Words between Account rooms, the Watch of a symbol and Quotes. Prices are steps: counts of 10^-decimals of the pair's price.
// An account tells a Watch all that counts there at once, numbered by a revision: a later one takes the place of an earlier one, so
// repeating it changes nothing. The Watch wakes the account with one round of prices at a time, and the answer is what counts then.

import type { Tick } from '#domain/quotes/chain'

/** The live ticks in force at one second, of every listed symbol that has one; whole, so that whoever settles on one keeps its proof. */
export interface PriceRound {
  readonly at: number
  readonly ticks: readonly Tick[]
}

/** What Quotes says to every Watch that asked for it, once a second; `beforeAt` is the live round before, null when Quotes does not know. */
export interface RoundMessage extends PriceRound {
  readonly beforeAt: number | null
}

/** Where an account wants to be woken. While neither edge nor `next` is reached, nothing of it can trigger. */
export interface WatchBand {
  /** The account is woken by a price at or below it; null: by none. */
  readonly low: number | null
  /** The account is woken by a price at or above it; null: by none. */
  readonly high: number | null
  /** The first tick at or after this instant wakes whatever its price; null: none is waited for. */
  readonly next: number | null
  /** The account has acted on every tick up to this instant: they wake it no more. */
  readonly after: number
}

/** What an account has at stake with the house in one symbol. Amounts are canonical integer text in the quote's smallest unit. */
export interface WatchExposure {
  /** Worth of what is open at its opening prices. */
  readonly long: string
  readonly short: string
  /** Since the account's beginning: what the house won (negative: lost), fees, and what the insurance fund took (negative: paid). */
  readonly house: string
  readonly fees: string
  readonly insurance: string
}

/** All that counts of one feature of one account at one symbol. An account that wants nothing any more has a band of nulls. */
export interface WatchRegistration {
  readonly feature: string
  readonly account: number
  readonly revision: number
  readonly band: WatchBand
  readonly exposure: WatchExposure
}

/** What a Watch says back: sides on which the house takes no more, because its exposure is at its cap. */
export interface WatchAnswer {
  readonly revision: number
  readonly closedSides: readonly ('long' | 'short')[]
}

/** What a Watch says to an account: the first round that reached its band. */
export interface WakeMessage {
  readonly feature: string
  readonly symbol: string
  readonly round: PriceRound
  /** After this instant the symbol had no tick before this round's; null when the Watch does not know. */
  readonly beforeAt: number | null
  readonly closedSides: readonly ('long' | 'short')[]
}

/** RPC of a Watch room, one per symbol and named by it. JSON text both ways. */
export interface WatchRpc {
  /** A `WatchRegistration`; answers a `WatchAnswer`. */
  register(registration: string): Promise<string>
  /** A `RoundMessage` of Quotes. It returns once the round is taken, before anybody is woken. */
  round(message: string): Promise<void>
  /** For the desk and the public page: a `WatchReport`. */
  report(): Promise<string>
}

/** What the house has at stake in a symbol over all accounts, by feature. */
export interface WatchReport {
  readonly symbol: string
  readonly features: readonly (WatchExposure & {
    readonly feature: string
    /** Accounts that have told of the feature, whatever is open there now. */
    readonly accounts: number
    readonly closedSides: readonly ('long' | 'short')[]
  })[]
}

/** What an Account room answers a Watch: JSON of a `WakeMessage` in, of a `WatchRegistration` out. */
export interface WatchedRpc {
  wake(message: string): Promise<string>
}
