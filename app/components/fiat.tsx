// Value in the visitor's chosen fiat currency: "≈ ¥12,345". Display only; settlement never uses it.

import type { Asset } from '#domain/catalogue'
import { type Amount, parseAmount } from '#domain/money/amount'
import type { Quote } from '#party/protocol/quotes'
import { usdtValueText } from '../text/money'
import { useNumbers } from '../text/numbers'
import { useSite } from '../site/site'

/** Values are plain decimal text in USDT. */
export interface FiatWords {
  /** "JPY". */
  readonly code: string
  /** Fiat value of a balance or order, or the sum of several: "≈ ¥12,345". */
  readonly value: (...usdtValues: readonly string[]) => string
  /** Unit price, with extra decimals for tiny prices. */
  readonly price: (usdtPrice: string) => string
}

export function useFiat(): FiatWords {
  const { fiat } = useSite()
  const numbers = useNumbers()
  return {
    code: fiat.code,
    value: (...usdtValues) => `≈ ${numbers.fiat(fiat, ...usdtValues)}`,
    price: (usdtPrice) => `≈ ${numbers.fiatPrice(fiat, usdtPrice)}`,
  }
}

interface FiatTextProps {
  /** Plain decimal USDT text; renders nothing while unknown. */
  readonly usdt: string | null | undefined
  readonly as?: keyof Pick<FiatWords, 'value' | 'price'>
  readonly className?: string
}

export function FiatText({ usdt, as = 'value', className = 'text-xs text-muted' }: FiatTextProps) {
  const fiat = useFiat()
  if (usdt === null || usdt === undefined) return null
  return <span className={`whitespace-nowrap ${className}`}>{fiat[as](usdt)}</span>
}

type Quotes = ReadonlyMap<string, Pick<Quote, 'price' | 'code'>>

/** USDT price of one unit; undefined without a quote; "1" for USDT. */
export const usdtPriceOf = (code: string, quotes: Quotes): string | undefined =>
  code === 'USDT'
    ? '1'
    : (quotes.get(`${code}-USDT`) ?? [...quotes.values()].find((quote) => quote.code === code))?.price

/** Current USDT value of an amount, for `FiatText`; undefined without a quote. */
export function usdtValueOf(asset: Pick<Asset, 'code' | 'scale'>, value: Amount, quotes: Quotes): string | undefined {
  const price = usdtPriceOf(asset.code, quotes)
  return price === undefined ? undefined : usdtValueText(asset, value, price)
}

/** USDT value of a price quoted in `code`, e.g. ETH in BTC. Undefined for invalid text or without a quote. */
export function usdtOfPrice(code: string, price: string, quotes: Quotes): string | undefined {
  const parsed = parseAmount({ code, scale: PRICE_SCALE }, price)
  return parsed.ok ? usdtValueOf({ code, scale: PRICE_SCALE }, parsed.value, quotes) : undefined
}
/** No market's grid is finer. */
const PRICE_SCALE = 12
