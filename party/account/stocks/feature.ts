// Stocks: what corporate actions do to what this account holds. Orders of shares are those of spot, in a wallet of their own.

import type { AccountBook } from '../book'
import { feature, system } from '../feature'
import { takeStockAction } from './actions'

export const stocks = feature({
  name: 'stocks',
  open: (book: AccountBook) => book,
  system: {
    /** False while something of the pair is still on its way between this account and its Market. */
    take_stock_action: system({ commit: 'tables', run: takeStockAction }),
  },
})
