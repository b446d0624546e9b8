// All quotes, for what is said in fiat inside the terminal. A context, so that only what shows a value is drawn again with each price.

import { createContext, useContext } from 'react'
import type { Asset } from '#domain/catalogue'
import type { Amount } from '#domain/money/amount'
import type { Quote } from '#party/protocol/quotes'
import { usdtOfPrice, usdtValueOf } from '../../components/fiat'

const PairQuotes = createContext<ReadonlyMap<string, Quote>>(new Map())

export const PairQuotesProvider = PairQuotes.Provider

/** The worth of things in USDT, for `FiatText`; undefined while it is not known. */
export function useWorth() {
  const quotes = useContext(PairQuotes)
  return {
    ofAmount: (asset: Pick<Asset, 'code' | 'scale'>, value: Amount) => usdtValueOf(asset, value, quotes),
    /** Of a price in the quote asset, as plain decimal text. */
    ofPrice: (quoteCode: string, price: string) => usdtOfPrice(quoteCode, price, quotes),
  }
}
