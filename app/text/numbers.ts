// Number formats of the visitor's language. In a component:
//
//   const numbers = useNumbers()
//   numbers.decimal('61234.5')            61,234.5   · fra 61 234,5 (narrow spaces) · spa 61 234,5
//   numbers.readable('1.23456', 2)        1.23       cut, never rounded up; a third argument keeps zeros
//   numbers.compact('1234567')            1.2M       above 1,000 K, above 1,000,000 M, else up to four decimals
//   numbers.count(1200)                   1,200      a count
//   numbers.signed('5')                   +5         a difference: plus, or a true minus
//   numbers.percent('12.5')               12.5%      fra 12,5 %
//   numbers.change('-1.25')               −1.25%     a change in percent, signed
//   numbers.rate(pair.takerFee)           0.1%
//   numbers.price(pair, ticks)            60,000.1   with the pair's decimals;  numbers.quantity(pair, lots) likewise
//   numbers.averagePrice(pair, order)     60,000.0   or null while nothing filled
//   numbers.amount(asset, amount)         1.00999    to the last unit;  numbers.storedAmount(asset, row.available) from a row
//   numbers.brief(asset, amount)          6,068.63   USDT cut to the cent, other assets to eight decimals: for decisions, not for accounts
//   numbers.traded(pair, asset, amount)   1.00999    like brief, with the base asset cut to the pair's quantity decimals
//   numbers.usdt('1234.5')                1,234.50   a value in USDT, rounded down
//   numbers.usdtPrice('0.5')              0.5        a price in USDT, with fewer decimals for a high one
//   numbers.result('-1.234')              −1.24      profit or loss in USDT: signed, rounded towards minus infinity
//   numbers.fiat(fiat, '1234.5')          ¥188,878   a value in fiat, rounded down, or the sum of several; `components/fiat.tsx` supplies fiat and "≈"
//   numbers.fiatPrice(fiat, '0.0001')     ¥0.0153    a price in fiat, with extra decimals when tiny
//   numbers.field('60000.5')              60000.5    value of an input: no groups, the language's decimal sign
//
// All methods are pure and take plain decimal text or domain values; outside components use `numbersIn(language)`.

import type { Asset, Fiat, Pair } from '#domain/catalogue'
import type { Language } from '#domain/language'
import { type Amount, decodeAmount, formatAmount, trimZeros } from '#domain/money/amount'
import { type PairGrid, formatLots, formatTicks, lots, ticks } from '#domain/money/price'
import { type Rate, formatRatePercent } from '#domain/money/rate'
import { WRITTEN_DECIMALS } from '#domain/money/valuation'
import { signsOf, writeDecimal } from '#domain/number-writing'
import type { SpotOrderRow } from '#party/protocol/account'
import { useSite } from '../site/site'
import { compactDecimal, cutDecimals, directionOf, floorDecimals } from './decimal-text'
import { fiatSign } from './fiat-signs'
import { amountText, averagePriceText, bound, fiatPriceText, fiatValueText } from './money'

export type Numbers = ReturnType<typeof makeNumbers>

/** Exact amounts of a currency, with its code. */
export const moneyIn =
  (numbers: Numbers, quote: Pick<Asset, 'code' | 'scale'>) =>
  (value: Amount): string =>
    numbers.decimal(trimZeros(formatAmount(quote, value))) + bound(quote.code)

type Scaled = Pick<Asset, 'scale'>
type Named = Pick<Asset, 'scale' | 'code'>
type Filled = Pick<SpotOrderRow, 'lotsFilled' | 'quoteFilled'>

/** Finer amounts are dust for every asset. */
const BRIEF_DECIMALS_MAX = 8

/** Decimals for decisions, not for accounting. */
export const briefDecimals = ({ code, scale }: Named): number =>
  code === 'USDT' ? WRITTEN_DECIMALS : Math.min(scale, BRIEF_DECIMALS_MAX)

function makeNumbers(language: Language) {
  const signs = signsOf(language)
  const decimal = (plain: string): string => writeDecimal(plain, language)
  const readable = (plain: string, decimals: number, keep = 0): string => decimal(cutDecimals(plain, decimals, keep))
  const signed = (plain: string): string =>
    decimal(directionOf(plain) === 'up' && !plain.startsWith('+') ? `+${plain}` : withoutIdleSign(plain))
  const percent = (plain: string): string => `${decimal(plain)}${signs.unitGap}%`
  const amount = (asset: Scaled, value: Amount): string => decimal(amountText(asset, value))
  const brief = (asset: Named, value: Amount): string => readable(amountText(asset, value), briefDecimals(asset))
  const inFiat = (fiat: Fiat, plain: string | null): string => {
    if (plain === null) return ''
    const sign = fiatSign(fiat.code, language)
    if (signs.decimal === '.') return (sign ?? `${fiat.code}\u00a0`) + decimal(plain)
    // French and Spanish put the currency last.
    return `${decimal(plain)}\u00a0${sign ?? fiat.code}`
  }
  return {
    language,
    decimal,
    readable,
    signed,
    percent,
    amount,
    count: (value: number): string => decimal(String(value)),
    compact: (plain: string): string => {
      const { text, unit } = compactDecimal(plain)
      return unit === '' ? decimal(text) : decimal(text) + signs.unitGap + unit
    },
    change: (plain: string): string => `${signed(plain)}${signs.unitGap}%`,
    rate: (rate: Rate): string => percent(cutDecimals(formatRatePercent(rate), 6)),
    price: (grid: PairGrid, count: number): string => decimal(formatTicks(grid, ticks(count))),
    quantity: (grid: PairGrid, count: number): string => decimal(formatLots(grid, lots(count))),
    averagePrice: (pair: Pair, order: Filled): string | null => {
      const price = averagePriceText(pair, order)
      return price === null ? null : decimal(price)
    },
    storedAmount: (asset: Scaled, stored: string): string => amount(asset, decodeAmount(stored)),
    brief,
    traded: (pair: Pair, asset: Named & Pick<Asset, 'id'>, value: Amount): string =>
      asset.id === pair.base.id ? readable(amountText(asset, value), pair.quantityDecimals) : brief(asset, value),
    usdt: (plain: string): string => decimal(floorDecimals(plain, WRITTEN_DECIMALS)),
    usdtPrice: (plain: string): string => readable(plain, priceDecimals(plain)),
    result: (plain: string): string => signed(floorDecimals(plain, WRITTEN_DECIMALS)),
    fiat: (fiat: Fiat, ...usdtValues: readonly string[]): string => inFiat(fiat, fiatValueText(fiat, ...usdtValues)),
    fiatPrice: (fiat: Fiat, usdtPrice: string): string => inFiat(fiat, fiatPriceText(fiat, usdtPrice)),
    field: (plain: string): string => plain.replace('.', signs.decimal),
  }
}

/** Fewer decimals for a high price. */
const priceDecimals = (plain: string): number => {
  const whole = plain.split('.')[0] ?? ''
  return whole.length > 2 ? 2 : whole === '0' ? 8 : 4
}

/** Zero has no sign: "+0.00" -> "0.00". */
const withoutIdleSign = (plain: string): string => (directionOf(plain) === 'flat' ? plain.replace(/^[+-]/, '') : plain)

const known = new Map<Language, Numbers>()

export function numbersIn(language: Language): Numbers {
  const found = known.get(language) ?? makeNumbers(language)
  known.set(language, found)
  return found
}

/** Number formatter in the page's language; stable object per language. */
export const useNumbers = (): Numbers => numbersIn(useSite().language)
