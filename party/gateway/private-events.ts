// Private events of a user. A product with such an event adds its line here: the event's name, and its payloads from the messages of the
// user's Account channel.

import { decodeAmount, formatUnits } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import type { OptionRow } from '#party/protocol/options'
import type { AccountSocketMessage } from '../protocol/account'
import { PositionsView } from './positions-view'
import type { RepeatedEvent } from './repeated-event'

export interface PrivateEvent {
  /** As existing clients listen for it. */
  readonly name: string
  /** Payloads of an Account message; empty for unrelated messages. */
  readonly payloadsOf: (message: AccountSocketMessage) => readonly object[]
}

/** Closed positions in a message: clients remove them from their lists. */
const closedPositions: PrivateEvent = {
  name: 'lever_closed',
  payloadsOf(message) {
    if (message.type !== 'event' || !message.futures) return []
    const id = message.futures.positions.flatMap(({ state, positionNo }) => (state === 'closed' ? [positionNo] : []))
    return id.length === 0 ? [] : [{ id }]
  },
}

/** A settled option, which the client's countdown waits for. */
const closedOptions: PrivateEvent = {
  name: 'closed_microorder',
  payloadsOf(message) {
    if (message.type !== 'event' || !message.options) return []
    return message.options.orders
      .filter(({ state }) => state === 'settled' || state === 'void')
      .map((row) => ({ data: microEvent(row) }))
  },
}

/** That there is something new to read; clients ask how much. */
const newMessages: PrivateEvent = {
  name: 'mail_message',
  payloadsOf: (message) => (message.type === 'event' && message.messages ? [{ period: true }] : []),
}

const OPTION_SCALE = 6

function microEvent({ orderNo, direction, seconds, stake, outcome, paid, entrySteps, exitSteps, terms }: OptionRow) {
  const price = (priceSteps: number | null) =>
    priceSteps === null ? '0' : formatSteps(priceSteps, terms.priceDecimals)
  const won = outcome === 'won' ? decodeAmount(paid ?? '0') - decodeAmount(stake) : 0n
  const profits = outcome === 'lost' ? -decodeAmount(stake) : won
  return {
    id: orderNo,
    type: direction === 'rise' ? 1 : 2,
    seconds,
    status: 3,
    number: formatUnits(decodeAmount(stake), OPTION_SCALE),
    open_price: price(entrySteps),
    end_price: price(exitSteps),
    fact_profits: formatUnits(profits, OPTION_SCALE),
    profit_result: outcome === 'won' ? 1 : outcome === 'lost' ? -1 : 0,
  }
}

export const REPEATED_EVENTS: readonly RepeatedEvent[] = [{ name: 'lever_trade', open: () => new PositionsView() }]

export const PRIVATE_EVENTS: readonly PrivateEvent[] = [closedPositions, closedOptions, newMessages]
