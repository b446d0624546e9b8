// Conversion form as a pure model: fields -> amount received and problems. The service decides.

import { type ConvertPrices, type Side, checkConvertSize, convertFee, convertedAmount } from '#domain/funds/convert'
import type { Language } from '#domain/language'
import { type Amount, ZERO, add, parseAmount } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Outcome, type Refusal, refuse } from '#domain/outcome'
import { plainDecimal } from './decimal-field'

export interface ConversionFacts {
  readonly language: Language
  readonly from: Side
  readonly to: Side
  readonly available: Amount
  /** Null without a quote. */
  readonly prices: ConvertPrices | null
}

export interface ConversionReading {
  readonly given: Amount
  readonly fee: Amount
  readonly received: Amount
  readonly refusal: Refusal | null
}

export function readConversion(facts: ConversionFacts, text: string): ConversionReading {
  const { language, from, to, prices } = facts
  const plain = plainDecimal(text, language)
  const typed = plain === '' ? refuse('amount_not_positive') : parseAmount(from, plain)
  const given = typed.ok ? typed.value : ZERO
  const checked: Outcome<unknown> = typed.ok ? check(facts, given) : typed
  return {
    given,
    fee: convertFee(given),
    received: prices ? convertedAmount(from, to, given, prices) : ZERO,
    refusal: checked.ok ? null : checked.refusal,
  }
}

function check({ from, available, prices }: ConversionFacts, given: Amount): Outcome<null> {
  const sized = prices ? checkConvertSize(from, given, prices) : refuse('price_unavailable')
  return sized.ok ? checkAvailable(from, { available, needed: add(given, convertFee(given)) }) : sized
}
