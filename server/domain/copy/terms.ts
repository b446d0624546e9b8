// How a follower copies: by a multiple of the trader's lots or by fixed lots, under limits of the follower's own. Numbers of followers and
// lots of copies are counted in hundredths: what is above one lot and not whole is kept to two decimals.

import { type Amount, type AssetScale, formatTrimmed, trimZeros, formatUnits } from '../money/amount'
import { type Rate, formatPercentTrimmed } from '../money/rate'
import { divideDown, divideUp } from '../money/rounding'
import { type Outcome, done, refuse } from '../outcome'
import { DAY_MS } from '../time'

export const FOLLOW_KINDS = ['multiple', 'lots'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]

/** Hundredths in one: of a multiple and of a lot. */
export const PARTS = 100

/** What the desk says of copying. */
export interface CopyTerms {
  /** Hundredths: of the trader's lots, and lots of a copy. */
  readonly multipleMax: number
  readonly lotsMax: number
  /** Traders whom one account may follow. */
  readonly tradersMax: number
  /** The most that a trader may ask of new profit. */
  readonly shareMax: Rate
  /** A copy whose price would be worse than the trader's by more than this fraction is not made. */
  readonly slippageMax: Rate
  /** Closed for new followings and new copies by the desk; closing always works. */
  readonly isOpen: boolean
}

/** What a follower chose; amounts in USDT's smallest unit, null for none. */
export interface FollowSettings {
  readonly kind: FollowKind
  /** Hundredths. */
  readonly number: number
  /** The most margin in all copies of this trader, and in one. */
  readonly marginMax: Amount | null
  readonly orderMax: Amount | null
  /** Following stops once copies have lost so much. */
  readonly lossMax: Amount | null
}

export const hundredthsText = (number: number): string => trimZeros(formatUnits(BigInt(number), 2))

/** "1.5" is 150; null for what is no number of at most two decimals above zero. */
export function parseHundredths(text: string): number | null {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return null
  const [, whole = '0', decimals = ''] = match
  const number = parseInt(whole + decimals.padEnd(2, '0'), 10)
  return number > 0 ? number : null
}

export function checkFollowNumber(
  terms: CopyTerms,
  { kind, number }: Pick<FollowSettings, 'kind' | 'number'>,
): Outcome<null, 'copy_number_out_of_bounds'> {
  const min = kind === 'multiple' ? 1 : PARTS
  const max = kind === 'multiple' ? terms.multipleMax : terms.lotsMax
  if (number >= min && number <= max) return done(null)
  return refuse('copy_number_out_of_bounds', { min: hundredthsText(min), max: hundredthsText(max) })
}

/** Lots of a copy in hundredths, rounded down: nobody copies more than was asked for. `traderLots` in hundredths. */
export const copyLots = ({ kind, number }: Pick<FollowSettings, 'kind' | 'number'>, traderLots: number): number =>
  kind === 'lots' ? number : parseInt(divideDown(BigInt(traderLots) * BigInt(number), BigInt(PARTS)).toString(), 10)

/**
 * What is left of a copy while its trader holds `left` of the `lots` that were opened: reckoned from the opening, so nothing is counted twice.
 * Rounded up: a copy is closed whole only with the trader's last lot.
 */
export function leftOfCopy(copied: number, { lots, left }: { readonly lots: number; readonly left: number }): number {
  return parseInt(divideUp(BigInt(copied) * BigInt(Math.min(left, lots)), BigInt(lots)).toString(), 10)
}

/** Null is what was no number. */
export function checkShare(share: Rate | null, max: Rate): Outcome<Rate, 'copy_share_out_of_bounds'> {
  if (share !== null && share >= 0n && share <= max) return done(share)
  return refuse('copy_share_out_of_bounds', { max: formatPercentTrimmed(max) })
}

const WORDS_MIN = 10
const WORDS_MAX = 300
/** Letters that show nothing or climb into other lines, and what is no text at all. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|\p{M}{4}/u

/** What a trader says of oneself: plain text, ten to three hundred characters. */
export function parseWords(text: string): Outcome<string, 'copy_words_malformed'> {
  const words = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  const length = [...words].length
  const isFit = length >= WORDS_MIN && length <= WORDS_MAX && !UNFIT.test(words)
  return isFit ? done(words) : refuse('copy_words_malformed', { min: String(WORDS_MIN), max: String(WORDS_MAX) })
}

/** Margin that an order needs against what its follower allows. */
export function checkMargin(
  asset: AssetScale,
  { orderMax, marginMax }: Pick<FollowSettings, 'orderMax' | 'marginMax'>,
  { needed, running }: { readonly needed: Amount; readonly running: Amount },
): Outcome<null, 'copy_order_above_max' | 'copy_margin_above_max'> {
  const facts = (max: Amount) => ({ max: formatTrimmed(asset, max), asset: asset.code })
  if (orderMax !== null && needed > orderMax) return refuse('copy_order_above_max', facts(orderMax))
  if (marginMax !== null && running + needed > marginMax) return refuse('copy_margin_above_max', facts(marginMax))
  return done(null)
}

/** Weeks begin on Monday, at midnight of UTC; day 0 of 1970 was a Thursday. */
export const weekOf = (at: number): number => Math.floor((Math.floor(at / DAY_MS) + 3) / 7)
export const weekStartAt = (week: number): number => (week * 7 - 3) * DAY_MS

/** Lots of a position as copying counts them. */
export const inHundredths = (lots: number, { lotParts = 1 }: { readonly lotParts?: number | undefined }): number =>
  lots * Math.floor(PARTS / lotParts)
