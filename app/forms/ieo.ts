// IEO application form as a pure model: fields -> held amount, expected allotment and problems, by the domain
// functions.

import { type LastRounded, allottedOf, shareOf, weightOf } from '#domain/ieo/allotment'
import { type IeoTerms, type PayPrice, costIn, paidFor, readQuantity, tokens, unlockedAfter } from '#domain/ieo/terms'
import type { Language } from '#domain/language'
import { type Amount, type AssetScale, decodeAmount, subtract } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import type { Outcome, Refusal } from '#domain/outcome'
import { plainDecimal } from './decimal-field'

/** Payment asset with its price at page load; the price is null while unknown. */
export interface IeoPay {
  readonly asset: AssetScale & { readonly id: number }
  readonly price: PayPrice | null
  /** Stored amount of the wallet; null for a guest. */
  readonly available: string | null
}

export interface IeoFacts {
  readonly sale: IeoTerms & { readonly taken: number }
  readonly language: Language
  /** Tokens in earlier applications of the visitor. */
  readonly applied: number
}

export interface IeoFigures {
  readonly quantity: number
  readonly held: Amount
  /** Allotment if applications closed now including this one, and the refund. */
  readonly ifNow: number
  readonly back: Amount
  /** Daily unlock of all tokens. */
  readonly daily: Amount
}

export interface IeoReading {
  readonly figures: IeoFigures | null
  readonly problem: Refusal | null
}

const NO_LAST: LastRounded | null = null

/** Reads the fields into figures or a problem. An empty field is no problem yet. */
export function readApplication(
  { sale, language, applied }: IeoFacts,
  text: string,
  pay: IeoPay | undefined,
): IeoReading {
  if (text.trim() === '') return { figures: null, problem: null }
  const refused = (outcome: Outcome<unknown>): IeoReading => ({
    figures: null,
    problem: outcome.ok ? null : outcome.refusal,
  })
  const quantity = readQuantity(sale, plainDecimal(text, language), applied)
  if (!quantity.ok) return refused(quantity)
  if (!pay?.price) return { figures: null, problem: null }
  const held = costIn(pay.asset, { quantity: quantity.value, cost: sale.cost, price: pay.price })
  const ifNow = wouldGet(sale, quantity.value, applied)
  const back = subtract(held, paidFor(held, { applied: quantity.value, allotted: ifNow }))
  const daily = unlockedAfter(tokens(sale.asset, ifNow), 1, sale.lockDays)
  const figures = { quantity: quantity.value, held, ifNow, back, daily }
  const covered =
    pay.available === null ? null : checkAvailable(pay.asset, { available: decodeAmount(pay.available), needed: held })
  return { figures, problem: covered && !covered.ok ? covered.refusal : null }
}

/**
 * Allotment of this application after the user's earlier applications, without a possible extra token from rounding.
 */
function wouldGet({ mode, supply, taken, userMax }: IeoFacts['sale'], quantity: number, before: number): number {
  if (mode === 'first_come') return quantity
  const weight = weightOf({ inAll: before + quantity, cap: userMax })
  const share = shareOf(weight, { supply, total: taken + quantity })
  return allottedOf({ ...share, first: 0, before, applied: quantity }, NO_LAST)
}
