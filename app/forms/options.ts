// Options ticket as a pure model: fields -> both outcomes and problems, by the settlement functions. Preview only; the
// server decides.

import type { Language } from '#domain/language'
import { type Amount, add, parseAmount, formatUnits } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { divideUp } from '#domain/money/rounding'
import { optionFee, profitOf } from '#domain/options/settlement'
import { type OptionTerms, checkStake } from '#domain/options/terms'
import type { Outcome, Refusal } from '#domain/outcome'
import { plainDecimal } from './decimal-field'

export interface OptionFields {
  readonly seconds: string
  readonly stake: string
}

export interface OptionFacts {
  readonly terms: OptionTerms
  readonly language: Language
  /** Available balance of the options wallet; null for a guest. */
  readonly available: Amount | null
}

export interface OptionFigures {
  /** Payout of a correct prediction (stake included), and the loss of a wrong one. */
  readonly ifRight: Amount
  readonly ifWrong: Amount
  readonly fee: Amount
  /** Break-even win rate in percent, one decimal, rounded up. */
  readonly breakEven: string
}

export interface OptionReading {
  readonly figures: OptionFigures | null
  readonly problem: Refusal | null
}

/** Reads the fields into figures or a problem. Empty fields are no problem yet. */
export function readOption({ terms, language, available }: OptionFacts, fields: OptionFields): OptionReading {
  if (fields.stake.trim() === '') return { figures: null, problem: null }
  const refused = (outcome: Outcome<unknown>): OptionReading => ({
    figures: null,
    problem: outcome.ok ? null : outcome.refusal,
  })
  const stake = parseAmount(terms.stake, plainDecimal(fields.stake, language))
  if (!stake.ok) return refused(stake)
  const duration = checkStake(terms, { seconds: Number(fields.seconds), stake: stake.value })
  if (!duration.ok) return refused(duration)
  const fee = optionFee(stake.value, terms.fee)
  const profit = profitOf({ stake: stake.value, ratio: duration.value.ratio })
  const ifWrong = add(stake.value, fee)
  const figures: OptionFigures = {
    ifRight: add(stake.value, profit),
    ifWrong,
    fee,
    breakEven: formatUnits(divideUp(ifWrong * 1_000n, add(stake.value, profit)), 1),
  }
  const covered = available === null ? null : checkAvailable(terms.stake, { available, needed: ifWrong })
  return { figures, problem: covered && !covered.ok ? covered.refusal : null }
}
