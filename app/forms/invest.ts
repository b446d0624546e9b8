// Investment form as a pure model: shares -> both outcomes and problems, by the payout functions. Preview only; the
// server decides.

import { type Series, checkPurchase, investedAsset } from '#domain/invest/series'
import { type InvestNumbers, breakEven, investPayout } from '#domain/invest/settlement'
import type { Amount } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Refusal, refuse } from '#domain/outcome'

export interface PurchaseFacts {
  readonly series: Series
  /** Available balance of the invested asset; null for a guest. */
  readonly available: Amount | null
  readonly now: number
}

export interface PurchaseFigures {
  readonly numbers: InvestNumbers
  readonly below: Amount
  readonly otherwise: Amount
  /** Steps of the symbol. */
  readonly breakEven: number
}

export interface PurchaseReading {
  readonly figures: PurchaseFigures | null
  readonly problem: Refusal | null
}

/** Cost and payout figures for a number of shares. An empty field is no problem yet. */
export function readPurchase({ series, available, now }: PurchaseFacts, text: string): PurchaseReading {
  const typed = text.trim()
  if (typed === '') return { figures: null, problem: null }
  if (!/^[1-9]\d{0,8}$/.test(typed)) return { figures: null, problem: refuse('invest_shares_not_whole').refusal }
  const checked = checkPurchase(series, { shares: parseInt(typed, 10), now })
  if (!checked.ok) return { figures: null, problem: checked.refusal }
  const { kind, strike, apr, priceDecimals, base, quote } = series
  const { amount, days } = checked.value
  const numbers = { kind, amount, strike, apr, days, priceDecimals, baseScale: base.scale, quoteScale: quote.scale }
  const covered = available === null ? null : checkAvailable(investedAsset(series), { available, needed: amount })
  return {
    figures: {
      numbers,
      below: investPayout(numbers, 'coin'),
      otherwise: investPayout(numbers, 'quote'),
      breakEven: breakEven(numbers),
    },
    problem: covered && !covered.ok ? covered.refusal : null,
  }
}
