// Game form as a pure model: fields -> payout and problems, by the payout functions. Preview only; the server decides.

import { type GameTerms, chanceText, checkRound, multiplierText, payoutOf, readSeed } from '#domain/game/rules'
import type { Language } from '#domain/language'
import { type Amount, parseAmount } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import type { Outcome, Refusal } from '#domain/outcome'
import type { GameRoundRow } from '#party/protocol/game'
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

export interface GameFigures {
  readonly under: number
  readonly stake: Amount
  /** Payout of a win, stake included. */
  readonly payout: Amount
  readonly multiplier: string
}

export interface GameReading {
  readonly figures: GameFigures | null
  readonly problems: { readonly [Field in keyof GameFields]?: Refusal }
}

/** "49.5" is 4950: a chance in percent as the number that the roll has to be below; 0 for what is none. */
export function underOf(percent: string): number {
  const match = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(percent)
  return match ? parseInt(`${match[1] ?? '0'}${(match[2] ?? '').padEnd(2, '0')}`, 10) : 0
}

const PROBLEM_FIELDS: Readonly<Record<string, keyof GameFields>> = { game_chance_out_of_bounds: 'chance' }

/** Reads the fields into figures or a problem. Empty fields are no problem yet. */
export function readGameForm({ terms, language, available }: GameFacts, fields: GameFields): GameReading {
  const seed = fields.clientSeed.trim() === '' ? null : readSeed(fields.clientSeed)
  const problems = seed && !seed.ok ? { clientSeed: seed.refusal } : {}
  if (fields.stake.trim() === '') return { figures: null, problems }
  const wrong = (outcome: Outcome<unknown>): GameReading => ({
    figures: null,
    problems: outcome.ok
      ? problems
      : { ...problems, [PROBLEM_FIELDS[outcome.refusal.code] ?? 'stake']: outcome.refusal },
  })
  const stake = parseAmount(terms.asset, plainDecimal(fields.stake, language))
  if (!stake.ok) return wrong(stake)
  const under = underOf(plainDecimal(fields.chance, language))
  const checked = checkRound(terms, { stake: stake.value, under })
  if (!checked.ok) return wrong(checked)
  const figures = {
    under,
    stake: stake.value,
    payout: payoutOf(stake.value, under),
    multiplier: multiplierText(under),
  }
  const covered = checkAvailable(terms.asset, { available, needed: stake.value })
  return { figures, problems: covered.ok ? problems : { ...problems, stake: covered.refusal } }
}

/** Chances that the form offers, in percent. */
export const CHANCES = [1_000, 2_500, 4_950, 7_500, 9_000].map(chanceText)

/** What the form is answered. */
export interface GameAnswer {
  readonly round: GameRoundRow | null
  readonly isRenewed: boolean
  readonly problem: string | null
  /** As they were sent: a page without scripts shows them again. */
  readonly fields: Readonly<Record<string, string>>
  /** No answer came: whether it was done is not known. Only the browser says so. */
  readonly isUnanswered?: boolean | undefined
}

export const unansweredGame = (fields: Readonly<Record<string, string>>): GameAnswer => ({
  round: null,
  isRenewed: false,
  problem: null,
  fields,
  isUnanswered: true,
})
