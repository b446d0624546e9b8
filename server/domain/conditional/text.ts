// Conditional orders in decimal text, as people and clients write them.

import type { Side } from '../order'
import type { OrderText } from '../spot'

/** An order in decimal text. */
export interface ConditionalText {
  readonly symbol: string
  readonly side: Side
  readonly kind: 'stop' | 'take_profit' | 'trailing' | 'oco'
  readonly quantity?: string | undefined
  /** Quote to spend: of orders that buy at the market. */
  readonly quoteAmount?: string | undefined
  /** Trigger price of a stop or take-profit; the stop price of an OCO. */
  readonly triggerPrice?: string | undefined
  /** Limit of the order that is sent, or the limit beside the stop of an OCO. Absent: a market order is sent. */
  readonly price?: string | undefined
  /** Limit of the order that the stop of an OCO sends. */
  readonly stopLimitPrice?: string | undefined
  /** How far a trailing stop stays behind: an amount of the quote, or percent. */
  readonly trailAmount?: string | undefined
  readonly trailPercent?: string | undefined
}

/** An entry order with its attached exits. */
export interface EntryText {
  readonly entry: OrderText
  readonly takeProfit?: string | undefined
  readonly stopLoss?: string | undefined
}
