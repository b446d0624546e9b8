// Receipt of a liquidation step: wallet and debts, the ticks that valued them, repayments and sale. `checkLoanReceipt` verifies it from its
// own data alone, by the same formulas. It contains no personal data.

import { amount } from '../money/amount'
import { lots } from '../money/price'
import { rate } from '../money/rate'
import type { Tick } from '../quotes/chain'
import { type SalePair, type Step, mustLiquidate, planStep } from './liquidation'
import { type ReceiptLine, describeLines, readLines } from './receipt-lines'
import { type MarginLine, riskOf, riskRate } from './risk'

export const LOAN_RULE = 'loan-1'

/** Amounts, rates and worth as integer text. */
export interface LoanReceipt {
  readonly rule: typeof LOAN_RULE
  /** Cause: the risk rate, or a loan past its grace period. */
  readonly cause: 'risk' | 'overdue'
  /** The first step; the others go on from it. */
  readonly isFirst: boolean
  readonly at: number
  readonly ticks: readonly Tick[]
  readonly lines: readonly ReceiptLine[]
  readonly pairs: readonly (Omit<SalePair, 'takerFee' | 'quantityMin' | 'quantityMax' | 'notionalMin' | 'priceBand'> & {
    readonly takerFee: string
    readonly quantityMin: number
    readonly quantityMax: number
    readonly notionalMin: string
    readonly priceBand: string
  })[]
  /** In hundredths of a percent, rounded down; null without debts. */
  readonly riskRate: string | null
  readonly step: StoredStep
}

export interface StoredStep {
  readonly state: Step['state']
  readonly repayments: readonly { readonly assetId: number; readonly amount: string; readonly fee: string }[]
  readonly sale: {
    readonly symbol: string
    readonly side: 'buy' | 'sell'
    readonly lots: number
    readonly budget: string | null
    readonly ticks: number
  } | null
}

const storeStep = ({ state, repayments, sale }: Step): StoredStep => ({
  state,
  repayments: repayments.map(({ assetId, amount: value, fee }) => ({
    assetId,
    amount: value.toString(),
    fee: fee.toString(),
  })),
  sale: sale && {
    symbol: sale.symbol,
    side: sale.side,
    lots: sale.lots,
    budget: sale.budget === null ? null : sale.budget.toString(),
    ticks: sale.ticks,
  },
})

interface Stepped extends Pick<LoanReceipt, 'cause' | 'isFirst' | 'at' | 'ticks'> {
  readonly lines: readonly MarginLine[]
  readonly pairs: readonly SalePair[]
  readonly step: Step
}

export const makeReceipt = ({ lines, pairs, step, ticks, ...rest }: Stepped): LoanReceipt => ({
  rule: LOAN_RULE,
  ...rest,
  ...describeLines(lines, ticks),
  pairs: pairs
    .filter(({ symbol }) => lines.some((line) => line.symbol === symbol))
    .map(({ takerFee, notionalMin, priceBand, ...pair }) => ({
      ...pair,
      takerFee: takerFee.toString(),
      notionalMin: notionalMin.toString(),
      priceBand: priceBand.toString(),
    })),
  riskRate: riskRate(riskOf(lines))?.toString() ?? null,
  step: storeStep(step),
})

const readPair = ({ takerFee, notionalMin, priceBand, ...pair }: LoanReceipt['pairs'][number]): SalePair => ({
  ...pair,
  takerFee: rate(BigInt(takerFee)),
  notionalMin: amount(BigInt(notionalMin)),
  priceBand: rate(BigInt(priceBand)),
  quantityMin: lots(pair.quantityMin),
  quantityMax: lots(pair.quantityMax),
})

/** Problems of a receipt, in English; empty when it is correct. Its ticks' hashes are checked elsewhere. */
export function checkLoanReceipt(receipt: LoanReceipt): readonly string[] {
  const { lines, problems: unread } = readLines(receipt)
  if (unread.length > 0) return unread
  const problems: string[] = []
  if (receipt.isFirst && !mustLiquidate(lines)) problems.push('the wallet was safe, and nothing was long past due')
  if ((riskRate(riskOf(lines))?.toString() ?? null) !== receipt.riskRate) problems.push('the risk rate is another')
  const step = storeStep(planStep(lines, receipt.pairs.map(readPair)))
  if (JSON.stringify(step) !== JSON.stringify(receipt.step)) problems.push('the rule says another step')
  return problems
}
