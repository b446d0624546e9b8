// The form of an application as a pure model: fields -> what is held, what would come of it, and problems, by the functions that decide.

import { type LastRounded, allottedOf, shareOf, weightOf } from '#domain/ieo/allocation'
import { type IeoTerms, type PayPrice, costIn, paidFor, readQuantity, tokens, unlockedAfter } from '#domain/ieo/terms'
import type { Language } from '#domain/language'
import { type Amount, type AssetScale, decodeAmount, subtract } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import type { Outcome, Refusal } from '#domain/outcome'
import { plainDecimal } from './decimal-field'

/** What may be paid with, at the price of when the page was drawn; null while nobody knows it. */
export interface IeoPay {
  readonly asset: AssetScale & { readonly id: number }
  readonly price: PayPrice | null
  /** Stored amount of the wallet; null for a guest. */
  readonly available: string | null
}

export interface IeoFacts {
  readonly sale: IeoTerms & { readonly taken: number }
  readonly language: Language
  /** Tokens that the visitor has applied for before. */
  readonly applied: number
}

export interface IeoFigures {
  readonly quantity: number
  readonly held: Amount
  /** What would be allotted if applications ended now with this one; what would come back then. */
  readonly ifNow: number
  readonly back: Amount
  /** Of all tokens, each day. */
  readonly daily: Amount
}

export interface IeoReading {
  readonly figures: IeoFigures | null
  readonly problem: Refusal | null
}

const NO_LAST: LastRounded | null = null

/** What the fields come to. An empty field is not a mistake yet. */
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

/** What this application would get once the earlier ones of the same person have theirs, without the token that a remainder may still bring. */
function wouldGet({ mode, supply, taken, userMax }: IeoFacts['sale'], quantity: number, before: number): number {
  if (mode === 'first_come') return quantity
  const weight = weightOf({ inAll: before + quantity, cap: userMax })
  const share = shareOf(weight, { supply, total: taken + quantity })
  return allottedOf({ ...share, first: 0, before, applied: quantity }, NO_LAST)
}
