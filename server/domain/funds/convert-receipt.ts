// Receipt of a conversion: both prices, the amounts given and received, and the fee.

import * as v from 'valibot'
import { type Amount, amount, encodeAmount } from '../money/amount'
import { parseUsdt } from '../money/valuation'
import { count, listOf, name, orNull, receiptSalt, tick, units } from '../published-forms'
import type { Tick } from '../quotes/chain'
import type { ReceiptKind } from '../receipt-kind'
import { CONVERT_PRICE_AGE_MAX_MS, convertFee, convertedAmount } from './convert'

export const CONVERT_RULE = 'convert-1'

const asset = v.strictObject({ code: name, scale: count })
const SHAPE = v.strictObject({
  rule: v.literal(CONVERT_RULE),
  ...{ at: count, ticks: listOf(tick, 2), from: asset, to: asset },
  ...{ given: units, fee: units, received: units, acceptedAt: orNull(count), salt: receiptSalt },
})
export type ConvertReceipt = v.InferOutput<typeof SHAPE>

export const CONVERT: ReceiptKind<ConvertReceipt> = {
  shape: SHAPE,
  check: checkConvert,
  firstFrom: ({ ticks, acceptedAt }) => (acceptedAt === null ? [] : ticks.map(() => acceptedAt)),
}

interface Converted extends Pick<ConvertReceipt, 'at' | 'from' | 'to' | 'acceptedAt'> {
  readonly ticks: readonly Tick[]
  readonly given: Amount
  readonly fee: Amount
  readonly received: Amount
}

export const convertReceipt = ({ from, to, ticks, given, fee, received, ...rest }: Converted): ConvertReceipt => ({
  ...{ rule: CONVERT_RULE, ...rest, ticks: [...ticks] },
  ...{ from: { code: from.code, scale: from.scale }, to: { code: to.code, scale: to.scale } },
  ...{ given: encodeAmount(given), fee: encodeAmount(fee), received: encodeAmount(received) },
})

function checkConvert({ at, ticks, from, to, given, fee, received, acceptedAt }: ConvertReceipt): string[] {
  const problems: string[] = []
  const priced = [from, to].filter(({ code }) => code !== 'USDT')
  if (ticks.map(({ symbol }) => symbol).join() !== priced.map(({ code }) => `${code}-USDT`).join())
    return ['its ticks are not those of the two assets']
  const priceOf = ({ code }: { readonly code: string }): Amount =>
    parseUsdt(code === 'USDT' ? '1' : (ticks.find(({ symbol }) => symbol === `${code}-USDT`)?.price ?? '')) ??
    amount(0n)
  const prices = { from: priceOf(from), to: priceOf(to) }
  if (prices.from === 0n || prices.to === 0n) return ['a price is none']
  for (const { at: pricedAt } of ticks) {
    if (pricedAt > at || at - pricedAt > CONVERT_PRICE_AGE_MAX_MS) problems.push('a price is not of the minute before')
    if (acceptedAt !== null && pricedAt < acceptedAt) problems.push('a price is from before the request')
  }
  const value = amount(BigInt(given))
  const [expected, charged] = [convertedAmount(from, to, value, prices), convertFee(value)]
  if (encodeAmount(expected) !== received) problems.push(`what was received is ${received} and should be ${expected}`)
  if (encodeAmount(charged) !== fee) problems.push(`the fee is ${fee} and should be ${charged}`)
  return problems
}
