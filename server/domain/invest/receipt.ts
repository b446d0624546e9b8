// Receipt of an investment: invested amount, deciding fixing and payout. The fixing has a receipt of its own, whose name is included. It
// contains no personal data.

import { amount } from '../money/amount'
import { rate } from '../money/rate'
import type { Tick } from '../quotes/chain'
import type { InvestKind } from './series'
import { type PaidSide, investPayout, sideOf } from './settlement'

export const INVEST_RULE = 'invest-1'

export interface InvestReceipt {
  readonly rule: typeof INVEST_RULE
  readonly outcome: PaidSide | 'void'
  /** Instant of the fixing. */
  readonly at: number
  /** Empty: the ticks are in the fixing's receipt. */
  readonly ticks: readonly Tick[]
  readonly order: {
    readonly no: number
    readonly series: string
    readonly symbol: string
    readonly kind: InvestKind
    readonly base: string
    readonly quote: string
    /** Integer text in the smallest unit of the invested asset. */
    readonly amount: string
    /** Steps of the symbol. */
    readonly strike: number
    /** Integer text in units of 1e-8 a year. */
    readonly apr: string
    readonly days: number
    readonly baseScale: number
    readonly quoteScale: number
    readonly priceDecimals: number
  }
  /** Null when there was none: no tick came in its window. */
  readonly fixing: { readonly steps: number; readonly receiptId: string } | null
  /** In the smallest unit of the paid asset; for a void order, of the invested asset. */
  readonly paid: string
}

/** Problems of a receipt; empty when it is correct. */
export function checkInvestReceipt({ order, fixing, outcome, paid }: InvestReceipt): string[] {
  const problems: string[] = []
  const expected = fixing === null ? 'void' : sideOf(order.strike, fixing.steps)
  if (expected !== outcome) problems.push(`the outcome is "${outcome}" and should be "${expected}"`)
  const numbers = { ...order, amount: amount(BigInt(order.amount)), apr: rate(BigInt(order.apr)) }
  const shouldPay = expected === 'void' ? order.amount : investPayout(numbers, expected).toString()
  if (shouldPay !== paid) problems.push(`what was paid is ${paid} and should be ${shouldPay}`)
  return problems
}
