// Game form as a pure model: fields -> payout and problems, by the payout functions. Preview only; the server decides.

import { type GameTerms, UNDER, chanceText, checkRound, gamePayout, multiplierText, readSeed } from '#domain/game/rules'
import type { Language } from '#domain/language'
import { type Amount, parseAmount } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import type { Refusal, Refused } from '#domain/outcome'
import { plainDecimal } from './decimal-field'

export interface GameFields {
  /** Win chance in percent, as typed. */
  readonly chance: string
  readonly stake: string
  readonly clientSeed: string
}

export interface GameFacts {
  readonly terms: GameTerms
  readonly language: Language
  readonly available: Amount
}

interface GameOdds {
  readonly under: number
  readonly multiplier: string
}

interface GameFigures {
  readonly stake: Amount
  /** Payout of a win, stake included. */
  readonly payout: Amount
}

export interface GameReading {
  /** Null while the chance is out of bounds. */
  readonly odds: GameOdds | null
  readonly figures: GameFigures | null
  readonly problems: { readonly [Field in keyof GameFields]?: Refusal }
}

/** "49.5" becomes "4950": a chance in percent as the roll's upper bound. Other text stays unchanged and contains a sign. */
export function hundredthsOf(percent: string): string {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(percent)
  return match ? `${match[1] ?? ''}${(match[2] ?? '').padEnd(2, '0')}` : percent
}

/** Reads the fields into figures or a problem. Empty fields are no problem yet. */
export function readGameForm({ terms, language, available }: GameFacts, fields: GameFields): GameReading {
  const seed = fields.clientSeed.trim() === '' ? null : readSeed(fields.clientSeed)
  const problems = seed && !seed.ok ? { clientSeed: seed.refusal } : {}
  const chance = hundredthsOf(plainDecimal(fields.chance, language))
  // Number() also reads exponents.
  const under = /^\d+$/.test(chance) ? Number(chance) : NaN
  const odds = under >= UNDER.min && under <= UNDER.max ? { under, multiplier: multiplierText(under) } : null
  if (fields.stake.trim() === '') return { odds, figures: null, problems }
  const wrong = (field: keyof GameFields, { refusal }: Refused): GameReading => ({
    odds,
    figures: null,
    problems: { ...problems, [field]: refusal },
  })
  const stake = parseAmount(terms.asset, plainDecimal(fields.stake, language))
  if (!stake.ok) return wrong('stake', stake)
  const checked = checkRound(terms, { stake: stake.value, under })
  if (!checked.ok) return wrong(checked.refusal.code === 'game_chance_out_of_bounds' ? 'chance' : 'stake', checked)
  const figures = { stake: stake.value, payout: gamePayout(stake.value, under) }
  const covered = checkAvailable(terms.asset, { available, needed: stake.value })
  return { odds, figures, problems: covered.ok ? problems : { ...problems, stake: covered.refusal } }
}

/** Chances that the form offers, in percent. */
export const CHANCES = [1_000, 2_500, 4_950, 7_500, 9_000].map(chanceText)
