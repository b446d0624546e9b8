// Receipt of an opening: the order, the tick that opened it, price, margin and fee. The account opens by the same functions.

import * as v from 'valibot'
import { amount } from '../money/amount'
import { rate } from '../money/rate'
import { count, listOf, name, orNull, receiptSalt, tick, units } from '../published-forms'
import { parseSteps } from '../quotes/steps'
import type { ReceiptKind } from '../receipt-kind'
import { feeOf, isEntryReached, isPriceWorse, marginOf, openPrice } from './position'
import { notionalOf } from './terms'

export const OPENING_RULE = 'futures-open-1'

const SHAPE = v.strictObject({
  rule: v.literal(OPENING_RULE),
  ...{ at: count, ticks: listOf(tick, 1), price: count, margin: units, fee: units, salt: receiptSalt },
  order: v.strictObject({
    direction: v.picklist(['long', 'short']),
    kind: v.picklist(['market', 'limit', 'stop']),
    ...{ no: count, symbol: name, lots: count, lotParts: v.exactOptional(count), leverage: count },
    ...{ entrySteps: orNull(count), worstSteps: orNull(count) },
    ...{ priceDecimals: count, stepValue: units, spread: units, feeRate: units, acceptedAt: count },
  }),
})
export type OpeningReceipt = v.InferOutput<typeof SHAPE>

export const OPENING: ReceiptKind<OpeningReceipt> = {
  shape: SHAPE,
  check: checkOpening,
  firstFrom: ({ order }) => (order.kind === 'market' ? [order.acceptedAt] : []),
}

function checkOpening({ order, at, ticks: [decided], price, margin, fee }: OpeningReceipt): string[] {
  if (!decided) return ['there is no tick']
  const { direction, entrySteps, leverage } = order
  const terms = { spread: rate(BigInt(order.spread)), stepValue: BigInt(order.stepValue) }
  const index = parseSteps(decided.price, order.priceDecimals) ?? 0
  if (leverage === 0 || order.lots === 0) return ['an order has lots and a leverage']
  const problems: string[] = []
  if (decided.symbol !== order.symbol) problems.push('the tick is of another symbol')
  if (decided.at !== at) problems.push('the tick is not of the time that the receipt says')
  if (at < order.acceptedAt) problems.push('the tick is from before the order')
  const expected = openPrice(terms, direction, index)
  if (expected !== price) problems.push(`the price is ${price} and should be ${expected}`)
  if ((order.kind === 'market') !== (entrySteps === null)) problems.push('a market order waits for no price')
  if (!isEntryReached({ ...order, terms }, index)) problems.push('the price did not reach what the order waits for')
  if (isPriceWorse(order, expected)) problems.push('the price is worse than the order takes')
  const notional = notionalOf(terms, expected, order.lots)
  const [needed, charged] = [marginOf(notional, leverage), feeOf(notional, rate(BigInt(order.feeRate)))]
  if (needed !== amount(BigInt(margin))) problems.push(`the margin is ${margin} and should be ${needed}`)
  if (charged !== amount(BigInt(fee))) problems.push(`the fee is ${fee} and should be ${charged}`)
  return problems
}
