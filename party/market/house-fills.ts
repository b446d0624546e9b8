// The house's trades in the current turn, summed until the turn's entry posts them to the house ledger.

import { type Amount, ZERO, add, negate } from '#domain/money/amount'

export interface HouseTurn {
  readonly firstTradeNo: number
  readonly lastTradeNo: number
  /** Signed change of the house's balance. */
  readonly base: Amount
  readonly quote: Amount
}

export class HouseFills {
  #turn: HouseTurn | null = null

  /** One fill from the house's side; it pays no fee. */
  add(fill: {
    readonly tradeNo: number
    readonly side: 'buy' | 'sell'
    readonly base: Amount
    readonly quote: Amount
  }): void {
    const before = this.#turn ?? { firstTradeNo: fill.tradeNo, base: ZERO, quote: ZERO }
    const isBuy = fill.side === 'buy'
    this.#turn = {
      firstTradeNo: before.firstTradeNo,
      lastTradeNo: fill.tradeNo,
      base: add(before.base, isBuy ? fill.base : negate(fill.base)),
      quote: add(before.quote, isBuy ? negate(fill.quote) : fill.quote),
    }
  }

  take(): HouseTurn | null {
    const turn = this.#turn
    this.#turn = null
    return turn
  }
}
