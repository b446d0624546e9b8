// Texts of an artist: self-description, and a work's name, description and royalty.

import { trimZeros } from '../money/amount'
import { type Rate, formatRatePercent, parseRate } from '../money/rate'
import { type Outcome, done, refuse } from '../outcome'
import { checkShown } from '../written-line'

export const ARTIST_NAME_LENGTH = { min: 2, max: 30 } as const
export const WORDS_LENGTH = { min: 20, max: 300 } as const
export const WORK_NAME_MAX = 60
export const WORK_DESCRIPTION_MAX = 600

/** Registry of works submitted by users. */
export const CHAIN = 'CM'

/** Letters of any script and digits, with the separators of names. Starts with a letter or digit. */
const ARTIST_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'-]*$/u
/** Invisible letters, and stacked marks that overflow the line. */
const UNSEEN_OR_PILED = /\p{Default_Ignorable_Code_Point}|\p{M}{3}/u

/** Two people read a name before it is shown, so scripts are not mixed in secret. */
export function parseArtistName(text: string): Outcome<string, 'nft_artist_name_malformed'> {
  const name = text.normalize('NFC').replaceAll('’', "'").trim()
  const { min, max } = ARTIST_NAME_LENGTH
  const length = [...name].length
  const isFit = length >= min && length <= max && ARTIST_NAME.test(name) && !name.includes('  ')
  return isFit && !UNSEEN_OR_PILED.test(name)
    ? done(name)
    : refuse('nft_artist_name_malformed', { min: String(min), max: String(max) })
}

export function parseArtistWords(text: string): Outcome<string, 'nft_words_length' | 'support_text_control'> {
  const words = text.normalize('NFC').trim()
  const { min, max } = WORDS_LENGTH
  if (words.length < min || words.length > max)
    return refuse('nft_words_length', { min: String(min), max: String(max) })
  const shown = checkShown(words)
  return shown.ok ? done(words) : shown
}

export interface WorkWords {
  readonly name: string
  readonly description: string
}

export type WorkWordsRefusal = 'nft_name_length' | 'nft_description_length' | 'support_text_control'

export function parseWorkWords(said: WorkWords): Outcome<WorkWords, WorkWordsRefusal> {
  const name = said.name.normalize('NFC').trim()
  const description = said.description.normalize('NFC').trim()
  if (name === '' || name.length > WORK_NAME_MAX) return refuse('nft_name_length', { bound: String(WORK_NAME_MAX) })
  if (description.length > WORK_DESCRIPTION_MAX)
    return refuse('nft_description_length', { bound: String(WORK_DESCRIPTION_MAX) })
  const shown = checkShown(`${name}\n${description}`)
  return shown.ok ? done({ name, description }) : shown
}

/** Percent as text, with two decimals at most. */
export function parseRoyalty(
  text: string,
  { royaltyMin, royaltyMax }: { readonly royaltyMin: Rate; readonly royaltyMax: Rate },
): Outcome<Rate, 'nft_royalty_bounds'> {
  const parsed = /^\d{1,3}(?:\.\d{1,2})?$/.test(text.trim()) ? parseRate(text.trim()) : null
  const royalty = parsed?.ok ? ((parsed.value / 100n) as Rate) : null
  return royalty === null || royalty < royaltyMin || royalty > royaltyMax
    ? refuse('nft_royalty_bounds', { min: percentText(royaltyMin), max: percentText(royaltyMax) })
    : done(royalty)
}

const percentText = (rate: Rate): string => trimZeros(formatRatePercent(rate))
