// A Market without a room: named users, orders in ticks and lots, and the messages of each account.

import type { Pair } from '#domain/catalogue'
import type { Book } from '#party/market/book'
import { FastBook } from '#party/market/fast-book'
import { requote } from '#party/market/house'
import { carryOut } from '#party/market/matching'
import { bandAround } from '#domain/price-band'
import { MarketState } from '#party/market/state'
import { carryOnWaiting } from '#party/market/waiting'
import type { Lease, MarketCommand, MarketMessage, MarketRequest } from '#party/protocol/market'
import { formatSteps } from '#domain/quotes/steps'
import { BTC_USDT } from './btc-usdt'
import { tickOf } from './tick'

export const ALICE = 10_001
export const BOB = 10_002
export const CAROL = 10_003

/** Lease of an account that saves all of its turns itself. */
export const NOTHING_FORWARDED: Lease = { epoch: 0, saved: 0, lines: [], isRecovering: false }

/** A request whose sender forwards nothing, unless it is said otherwise. */
export type PlainRequest = Omit<MarketRequest, 'lease'> & { readonly lease?: Lease }

/** The two texts in which a request travels. */
export function textsOf(request: PlainRequest): [request: string, lines: string] {
  const { lines, ...lease } = request.lease ?? NOTHING_FORWARDED
  return [JSON.stringify({ ...request, lease }), lines.join('\n')]
}

type Unnumbered<Command> = Command extends unknown ? Omit<Command, 'seq'> : never
export type StoryCommand = Unnumbered<MarketCommand>
export type SubmitCommand = Extract<StoryCommand, { type: 'submit' }>

/** A limit buy of one lot at 1,000 ticks unless said otherwise. */
export const order = (orderNo: number, terms: Partial<SubmitCommand>): SubmitCommand => ({
  type: 'submit',
  orderNo,
  side: 'buy',
  kind: 'limit',
  ticks: 1_000,
  lots: 1,
  budget: null,
  timeInForce: 'gtc',
  isPostOnly: false,
  selfTrade: 'cancel_newest',
  ...terms,
})

interface StoryStart {
  readonly pair?: Pair
  /** 1,000 ticks unless said otherwise; null while there is no index price. */
  readonly indexTicks?: number | null
  readonly book?: Book
}

export class MarketStory {
  pair: Pair | null
  indexTicks: number | null
  readonly state: MarketState
  now = 1_000_000
  roundAt = 1_000_000
  pausedUntil: number | null = null
  quotePrice: string | null = null

  constructor({ pair, indexTicks, book }: StoryStart = {}) {
    this.pair = pair ?? BTC_USDT
    this.indexTicks = indexTicks === undefined ? 1_000 : indexTicks
    this.state = new MarketState(book ?? new FastBook(), () => undefined)
  }

  /** Runs the command; returns the messages it sent to the account, without numbers and times. */
  does(account: number, command: StoryCommand): Record<string, unknown>[] {
    const stream = this.state.streams.get(account)
    const before = stream.messageSeq
    const seq = stream.commandSeq + 1
    carryOut(this.state, this.#context(), account, { ...command, seq })
    this.state.advance(account, seq)
    return stream.messages.filter((message) => message.seq > before).map(withoutNumber)
  }

  /** All messages to the account so far. */
  heard(account: number): Record<string, unknown>[] {
    return this.state.streams.get(account).messages.map(withoutNumber)
  }

  /** Like a turn: orders that waited for the round continue. */
  houseQuotes(inventoryLots = 0n): void {
    requote(this.state, this.#context(), inventoryLots)
    carryOnWaiting(this.state, this.#context())
  }

  #context() {
    const { pair, indexTicks } = this
    return {
      pair,
      band: pair && indexTicks !== null ? bandAround(pair, indexTicks) : null,
      // Round of the current time: no order waits for the next round unless a story sets an older one.
      roundAt: indexTicks === null ? null : this.roundAt,
      pausedUntil: this.pausedUntil,
      quotePrice: this.quotePrice,
      tick: indexTicks === null ? null : tickOf(formatSteps(indexTicks, BTC_USDT.priceDecimals), this.roundAt),
      now: this.now,
    }
  }
}

function withoutNumber({ seq: _seq, at: _at, ...event }: MarketMessage): Record<string, unknown> {
  return event
}
