// Remembers in the browser which product and pair a trade page shows.

import { useEffect } from 'react'
import { type TradeProduct, lastTradedCookies } from '../../visitor/last-traded'

export function useLastTraded(product: TradeProduct, symbol: string): void {
  useEffect(() => {
    for (const cookie of lastTradedCookies(product, symbol)) document.cookie = cookie
  }, [product, symbol])
}
