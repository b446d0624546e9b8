// Receipt of a margin call: the wallet, its debts and the ticks that valued them, and the bound that the risk rate fell below.

import * as v from 'valibot'
import { count, listOf, orNull, receiptSalt, tick, units } from '../published-forms'
import type { Tick } from '../quotes/chain'
import type { ReceiptKind } from '../receipt-kind'
import { describeLines, lineForm, readLines } from './receipt-lines'
import { type MarginLine, marginCallAt, riskOf, riskRate } from './risk'

export const LOAN_CALL_RULE = 'loan-call-1'

const SHAPE = v.strictObject({
  rule: v.literal(LOAN_CALL_RULE),
  ...{ at: count, ticks: listOf(tick), lines: listOf(lineForm), riskRate: orNull(units), bound: count },
  salt: receiptSalt,
})
export type LoanCallReceipt = v.InferOutput<typeof SHAPE>

export const LOAN_CALL: ReceiptKind<LoanCallReceipt> = { shape: SHAPE, check: checkCall }

interface Called {
  readonly at: number
  readonly ticks: readonly Tick[]
  readonly lines: readonly MarginLine[]
  readonly bound: number
}

export const callReceipt = ({ at, ticks, lines, bound }: Called): LoanCallReceipt => ({
  ...{ rule: LOAN_CALL_RULE, at, bound, ...describeLines(lines, ticks) },
  riskRate: riskRate(riskOf(lines))?.toString() ?? null,
})

function checkCall(receipt: LoanCallReceipt): readonly string[] {
  const { lines, problems } = readLines(receipt)
  if (problems.length > 0) return problems
  const risk = riskOf(lines)
  if ((riskRate(risk)?.toString() ?? null) !== receipt.riskRate) return ['the risk rate is another']
  return marginCallAt(risk) === receipt.bound && receipt.bound > 0
    ? []
    : ['the risk rate is not below that bound alone']
}
