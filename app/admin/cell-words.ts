// Value of a table cell in the operator's language.

import type { i18n } from 'i18next'
import type { CellKind } from '#domain/desk/sheet-cell'
import { LANGUAGES, type Language } from '#domain/language'
import { type Asset, WALLETS } from '#domain/catalogue'
import { decodeAmount } from '#domain/money/amount'
import { parseRate } from '#domain/money/rate'
import { instantWords } from '../text/dates'
import { LANGUAGE_NAMES } from '../text/languages'
import { amountText } from '../text/money'
import type { Numbers } from '../text/numbers'

export interface CellReader {
  readonly words: i18n
  readonly numbers: Numbers
  readonly language: Language
}

interface CellName {
  readonly name: string
  readonly kind: CellKind['kind']
}

/** Label of an article kind or a language; other choices are displayed unchanged. */
export function choiceText(words: i18n, cell: string, choice: string): string {
  if (cell === 'category_id' && (choice === '4' || choice === '5')) return words.t(`category_${choice}`, { ns: 'desk' })
  const language = cell === 'language' ? LANGUAGES.find((each) => each === choice) : undefined
  return language ? LANGUAGE_NAMES[language] : choice
}

const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** Ratios of a price or an amount: typed as decimals, displayed as percent. */
const SHARES: readonly string[] = [
  'maker_fee',
  'taker_fee',
  'price_band',
  'house_spread',
  'house_level_step',
  'breaker_move',
]

export const isShare = (cell: string): boolean => SHARES.includes(cell)

/** 0.001 as 0.1%. */
export function shareText(numbers: Numbers, plain: string): string {
  const share = parseRate(plain)
  return share.ok ? numbers.rate(share.value) : plain
}

/** "change,earn" as the wallets are called. */
export const walletsText = (words: i18n, text: string): string =>
  text
    .split(',')
    .map((code) => {
      const wallet = WALLETS.find((each) => each === code)
      return wallet ? words.t(`wallet_${wallet}`, { ns: 'refusals' }) : code
    })
    .join(' · ')

/** Formats a cell; instants in UTC, as typed. */
export function cellText({ words, numbers, language }: CellReader, { name, kind }: CellName, text: string): string {
  if (kind === 'flag') return words.t(text === '1' ? 'yes' : 'no', { ns: 'desk' })
  if (kind === 'choice') return choiceText(words, name, text)
  if (kind === 'wallets' && text !== '') return walletsText(words, text)
  if (isShare(name) && PLAIN_DECIMAL.test(text)) return shareText(numbers, text)
  if (kind === 'decimal' && PLAIN_DECIMAL.test(text)) return numbers.decimal(text)
  if (kind === 'instant' && INSTANT.test(text)) return instantWords(Date.parse(`${text}Z`), { offset: 0, language })
  return text || '—'
}

/** Signed amount of a correction: "+12.5 USDT". The sign is the only sign of direction. */
export const correctionText = (numbers: Numbers, asset: Pick<Asset, 'scale' | 'code'>, stored: string): string =>
  `${numbers.signed(amountText(asset, decodeAmount(stored)))} ${asset.code}`
