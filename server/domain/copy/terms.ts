// Size of a copy: a factor of the trader's lots or a fixed number of lots, within the follower's limits. Follower numbers and copy lots
// count hundredths: fractions are kept to two decimals.

import { type Amount, type AssetScale, formatTrimmed, trimZeros, formatUnits } from '../money/amount'
import { type Rate, formatPercentTrimmed } from '../money/rate'
import { divideDown, divideUp } from '../money/rounding'
import { type Outcome, done, refuse } from '../outcome'
import { DAY_MS } from '../time'

export const FOLLOW_KINDS = ['multiple', 'lots'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]

/** Hundredths per unit, for factors and lots. */
export const PARTS = 100

/** The desk's terms of copy trading. */
export interface CopyTerms {
  /** Hundredths: of the trader's lots, and lots of a copy. */
  readonly multipleMax: number
  readonly lotsMax: number
  /** Traders whom one account may follow. */
  readonly tradersMax: number
  /** Highest share of new profit that a trader may ask for. */
  readonly shareMax: Rate
  /** Largest adverse price difference to the trader's price, as a fraction: beyond it the copy is skipped. */
  readonly slippageMax: Rate
  /** Closed for new followings and new copies by the desk; closing always works. */
  readonly isOpen: boolean
}

/** What a follower chose; amounts in USDT's smallest unit, null for none. */
export interface FollowSettings {
  readonly kind: FollowKind
  /** Hundredths. */
  readonly number: number
  /** Largest margin of all copies of this trader, and of one copy. */
  readonly marginMax: Amount | null
  readonly orderMax: Amount | null
  /** The following ends when its copies have lost this amount. */
  readonly lossMax: Amount | null
}

export const hundredthsText = (number: number): string => trimZeros(formatUnits(BigInt(number), 2))

/** Parses "1.5" to 150; null unless it is a positive number with at most two decimals. */
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

/** The follower's size: lots of a copy in hundredths, rounded down: never more than the setting allows. `traderLots` in hundredths. */
export const copyLots = ({ kind, number }: Pick<FollowSettings, 'kind' | 'number'>, traderLots: number): number =>
  kind === 'lots' ? number : parseInt(divideDown(BigInt(traderLots) * BigInt(number), BigInt(PARTS)).toString(), 10)

/**
 * Remaining lots of a copy while its trader holds `left` of the `lots` opened: computed from the opening, so no close counts twice. Rounded
 * up: a copy closes fully only with the trader's last lot.
 */
export function leftOfCopy(copied: number, { lots, left }: { readonly lots: number; readonly left: number }): number {
  return parseInt(divideUp(BigInt(copied) * BigInt(Math.min(left, lots)), BigInt(lots)).toString(), 10)
}

/** Null stands for an unparsable number. */
export function checkShare(share: Rate | null, max: Rate): Outcome<Rate, 'copy_share_out_of_bounds'> {
  if (share !== null && share >= 0n && share <= max) return done(share)
  return refuse('copy_share_out_of_bounds', { max: formatPercentTrimmed(max) })
}

const WORDS_MIN = 10
const WORDS_MAX = 300
/** Invisible or stacked characters, and non-text. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|\p{M}{4}/u

/** What a trader says of oneself: plain text, ten to three hundred characters. */
export function parseWords(text: string): Outcome<string, 'copy_words_malformed'> {
  const words = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  const length = [...words].length
  const isFit = length >= WORDS_MIN && length <= WORDS_MAX && !UNFIT.test(words)
  return isFit ? done(words) : refuse('copy_words_malformed', { min: String(WORDS_MIN), max: String(WORDS_MAX) })
}

/** Checks a copy's margin against the follower's limits. */
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
