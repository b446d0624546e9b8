// Context of all quotes, for fiat values inside the terminal. Only components that show a value re-render on ticks.

import { createContext, useContext } from 'react'
import type { Asset } from '#domain/catalogue'
import type { Amount } from '#domain/money/amount'
import type { Quote } from '#party/protocol/quotes'
import { usdtOfPrice, usdtValueOf } from '../../components/fiat'

const PairQuotes = createContext<ReadonlyMap<string, Quote>>(new Map())

export const PairQuotesProvider = PairQuotes.Provider

/** USDT value function for `FiatText`; its result is undefined while unknown. */
export function useWorth() {
  const quotes = useContext(PairQuotes)
  return {
    ofAmount: (asset: Pick<Asset, 'code' | 'scale'>, value: Amount) => usdtValueOf(asset, value, quotes),
    /** USDT value of a price in the quote asset, as plain decimal text. */
    ofPrice: (quoteCode: string, price: string) => usdtOfPrice(quoteCode, price, quotes),
  }
}
