// Receipt of a payment for tokens of a sale: the price of the paid coin, the held payment and the part for the allotted tokens.

import * as v from 'valibot'
import { type Amount, amount, encodeAmount } from '../money/amount'
import { count, listOf, name, receiptSalt, tick, units } from '../published-forms'
import type { Tick } from '../quotes/chain'
import { parseSteps } from '../quotes/steps'
import type { ReceiptKind } from '../receipt-kind'
import { ONE_USDT, type PayPrice, costIn, paidFor } from './terms'

export const IEO_PAYMENT_RULE = 'ieo-payment-1'

const SHAPE = v.strictObject({
  rule: v.literal(IEO_PAYMENT_RULE),
  ...{ at: count, ticks: listOf(tick, 1), project: count, token: name, quantity: count, cost: units },
  pay: v.strictObject({ code: name, scale: count }),
  ...{ acceptedAt: count, held: units, allotted: count, paid: units, salt: receiptSalt },
})
export type IeoPaymentReceipt = v.InferOutput<typeof SHAPE>

export const IEO_PAYMENT: ReceiptKind<IeoPaymentReceipt> = { shape: SHAPE, check: checkPayment }

interface Payment extends Omit<IeoPaymentReceipt, 'rule' | 'ticks' | 'cost' | 'held' | 'paid' | 'salt'> {
  readonly tick: Tick | null
  readonly cost: string
  readonly held: Amount
  readonly paid: Amount
}

export const paymentReceipt = ({ tick: priced, held, paid, ...rest }: Payment): IeoPaymentReceipt => ({
  ...{ rule: IEO_PAYMENT_RULE, ...rest, ticks: priced ? [priced] : [] },
  ...{ held: encodeAmount(held), paid: encodeAmount(paid) },
})

function checkPayment(receipt: IeoPaymentReceipt): string[] {
  const { ticks, pay, quantity, cost, held, allotted, paid, acceptedAt, at } = receipt
  const price = priceOf(receipt)
  if (!price) return ['its tick is not that of the paid asset']
  if (allotted === 0 || allotted > quantity) return ['tokens are allotted, at most those applied for']
  const problems: string[] = []
  if (ticks.some((priced) => priced.at > acceptedAt) || acceptedAt > at) problems.push('its times are in no order')
  const needed = costIn(pay, { quantity, cost: amount(BigInt(cost)), price })
  if (encodeAmount(needed) !== held) problems.push(`what was held is ${held} and should be ${needed}`)
  const due = paidFor(amount(BigInt(held)), { applied: quantity, allotted })
  if (encodeAmount(due) !== paid) problems.push(`what was paid is ${paid} and should be ${due}`)
  return problems
}

function priceOf({ pay, ticks: [priced, ...more] }: IeoPaymentReceipt): PayPrice | null {
  if (pay.code === 'USDT') return priced ? null : ONE_USDT
  if (!priced || more.length > 0 || priced.symbol !== `${pay.code}-USDT`) return null
  const decimals = priced.price.split('.')[1]?.length ?? 0
  const priceSteps = parseSteps(priced.price, decimals)
  return priceSteps ? { priceSteps, decimals } : null
}
