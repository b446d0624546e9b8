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
  /** A balance or an order: "≈ ¥12,345"; of several, their sum. */
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
  /** Plain decimal text in USDT; nothing is drawn while it is not known. */
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

/** The price of one whole asset in USDT; undefined while no quote is known. USDT itself is one. */
export const usdtPriceOf = (code: string, quotes: Quotes): string | undefined =>
  code === 'USDT'
    ? '1'
    : (quotes.get(`${code}-USDT`) ?? [...quotes.values()].find((quote) => quote.code === code))?.price

/** What an amount is worth in USDT now, for `FiatText`; undefined while no quote is known. */
export function usdtValueOf(asset: Pick<Asset, 'code' | 'scale'>, value: Amount, quotes: Quotes): string | undefined {
  const price = usdtPriceOf(asset.code, quotes)
  return price === undefined ? undefined : usdtValueText(asset, value, price)
}

/** What a price in `code` is in USDT: the price of ETH in BTC, say. Undefined for no number, or while no quote is known. */
export function usdtOfPrice(code: string, price: string, quotes: Quotes): string | undefined {
  const parsed = parseAmount({ code, scale: PRICE_SCALE }, price)
  return parsed.ok ? usdtValueOf({ code, scale: PRICE_SCALE }, parsed.value, quotes) : undefined
}
/** No market's grid is finer. */
const PRICE_SCALE = 12
