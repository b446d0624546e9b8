// Rules of the game: a roll from 0 to 9,999 wins when it is below the player's chosen number. The roll is the HMAC-SHA-256 of the player's
// seed and the round's number, keyed by a house seed whose hash was published before. The average return is 99 %.

import { type Amount, ZERO, amount, formatTrimmed, formatUnits, minimum } from '../money/amount'
import { divideDown } from '../money/rounding'
import { type Outcome, done, refuse } from '../outcome'

/** Rolls are the whole numbers from 0 below this. */
export const ROLLS = 10_000
/** Average return per 10,000 staked: 99 % at every chance. */
export const GAME_RETURN = 9_900
/** Chances to choose from, as upper bound of the winning rolls: 1 % to 95 %. */
export const UNDER = { min: 100, max: 9_500 } as const
/** Wallet of stakes and payouts. */
export const GAME_WALLET = 'change'
/** Most rounds per house seed; its receipt contains them all. */
export const ROUNDS_PER_SEED_MAX = 500
/** Most decimals of a stake. */
const STAKE_DECIMALS = 2

export interface GameTerms {
  readonly asset: { readonly id: number; readonly code: string; readonly scale: number }
  readonly stakeMin: Amount
  readonly stakeMax: Amount
  /** Largest profit of one round. */
  readonly gainMax: Amount
  readonly isOpen: boolean
}

/** Hashed text of a round, with the house seed as key; both UTF-8. */
export const roundText = (clientSeed: string, nonce: number): string => `${clientSeed}:${nonce}`

const UINT32_RANGE = 2 ** 32
/** Words from here on would favour low rolls, so they are skipped. */
const WORD_LIMIT = UINT32_RANGE - (UINT32_RANGE % ROLLS)

/**
 * The roll of a round from its HMAC-SHA-256 in hex: the first of its eight big-endian words of 32 bits that is below 4,294,960,000, modulo
 * 10,000; the last word if there is none. Every roll is equally likely.
 */
export function rollOf(hmac: string): number {
  let word = 0
  for (let start = 0; start < 64; start += 8) {
    word = parseInt(hmac.slice(start, start + 8), 16)
    if (word < WORD_LIMIT) break
  }
  return word % ROLLS
}

/** Payout of a win including the stake, rounded down. */
export const gamePayout = (stake: Amount, under: number): Amount =>
  amount(divideDown(stake * BigInt(GAME_RETURN), BigInt(under)))

/** Payout of a round. */
export const paidOf = (round: { readonly stake: Amount; readonly under: number; readonly roll: number }): Amount =>
  round.roll < round.under ? gamePayout(round.stake, round.under) : ZERO

/** How many times the stake a win pays, with four decimals, cut: "2.0000" for 4950. */
export const multiplierText = (under: number): string =>
  formatUnits(divideDown(BigInt(GAME_RETURN) * 10_000n, BigInt(under)), 4)

export type RoundRefusal = 'game_chance_out_of_bounds' | 'game_stake_decimals' | 'game_stake_out_of_bounds'

/** Checks a round's stake and chance; a refusal gives the limit. */
export function checkRound(
  { asset, stakeMin, stakeMax, gainMax }: Omit<GameTerms, 'isOpen'>,
  { stake, under }: { readonly stake: Amount; readonly under: number },
): Outcome<null, RoundRefusal> {
  if (!Number.isSafeInteger(under) || under < UNDER.min || under > UNDER.max)
    return refuse('game_chance_out_of_bounds', { min: chanceText(UNDER.min), max: chanceText(UNDER.max) })
  if (stake % 10n ** BigInt(Math.max(0, asset.scale - STAKE_DECIMALS)) !== 0n)
    return refuse('game_stake_decimals', { decimals: String(STAKE_DECIMALS) })
  const most = stakeMost({ stakeMax, gainMax }, under)
  if (stake < stakeMin || stake > most) {
    const unit = 10n ** BigInt(Math.max(0, asset.scale - STAKE_DECIMALS))
    const shown = amount(most - (most % unit))
    return refuse('game_stake_out_of_bounds', {
      min: formatTrimmed(asset, stakeMin),
      max: formatTrimmed(asset, shown),
      asset: asset.code,
    })
  }
  return done(null)
}

/** Largest stake whose profit stays within the limit per round. */
export const stakeMost = ({ stakeMax, gainMax }: Pick<GameTerms, 'stakeMax' | 'gainMax'>, under: number): Amount =>
  minimum(
    stakeMax,
    under < GAME_RETURN ? amount(divideDown(gainMax * BigInt(under), BigInt(GAME_RETURN - under))) : stakeMax,
  )

/** The chance in percent: "49.5" for 4950. */
export const chanceText = (under: number): string => formatTrimmed({ scale: 2 }, amount(BigInt(under)))

const SEED = /^[0-9a-f]{1,64}$/

/** The player's seed: 1 to 64 hexadecimal digits, in lower case. */
export function readSeed(text: string): Outcome<string, 'game_seed_not_hex'> {
  const seed = text.trim().toLowerCase()
  return SEED.test(seed) ? done(seed) : refuse('game_seed_not_hex', { max: '64' })
}
