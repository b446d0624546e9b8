// Receipt of an overnight charge: position, midnight, deciding tick and amount.

import * as v from 'valibot'
import { amount } from '../money/amount'
import { rate } from '../money/rate'
import { count, listOf, name, receiptSalt, tick, units } from '../published-forms'
import { parseSteps } from '../quotes/steps'
import type { ReceiptKind } from '../receipt-kind'
import { DAY_MS } from '../time'
import { overnightCharge } from './position'

export const OVERNIGHT_RULE = 'futures-overnight-1'

const SHAPE = v.strictObject({
  rule: v.literal(OVERNIGHT_RULE),
  ...{ at: count, ticks: listOf(tick, 1), midnight: count, due: units, paid: units, salt: receiptSalt },
  position: v.strictObject({
    ...{ no: count, symbol: name, lots: count, lotParts: v.exactOptional(count) },
    ...{ priceDecimals: count, stepValue: units, overnight: units },
  }),
  // A liquidation by another symbol's tick charges at the price in force, before the position's own next tick.
  by: v.picklist(['midnight', 'liquidation']),
})
export type OvernightReceipt = v.InferOutput<typeof SHAPE>

export const OVERNIGHT: ReceiptKind<OvernightReceipt> = {
  shape: SHAPE,
  check: checkOvernight,
  firstFrom: ({ by, midnight }) => (by === 'midnight' ? [midnight] : []),
}

function checkOvernight({ position, at, ticks: [decided], midnight, due, paid, by }: OvernightReceipt): string[] {
  if (!decided) return ['there is no tick']
  const problems: string[] = []
  if (decided.symbol !== position.symbol) problems.push('the tick is of another symbol')
  if (by === 'midnight' ? decided.at !== at : decided.at > at)
    problems.push('the tick is not of the time that the receipt says')
  if (midnight % DAY_MS !== 0) problems.push('it is charged at no midnight')
  if (at < midnight) problems.push('it was charged before midnight')
  const terms = { stepValue: BigInt(position.stepValue), overnight: rate(BigInt(position.overnight)) }
  const index = parseSteps(decided.price, position.priceDecimals) ?? 0
  const expected = overnightCharge({ lots: position.lots, terms }, index)
  if (expected !== amount(BigInt(due))) problems.push(`the charge is ${due} and should be ${expected}`)
  if (BigInt(paid) > BigInt(due)) problems.push('more was paid than the charge')
  return problems
}
