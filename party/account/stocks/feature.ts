// Stocks: effects of corporate actions on this account. Share orders are spot orders in a wallet of their own.

import type { AccountState } from '../state'
import { feature, system } from '../feature'
import { takeStockAction } from './actions'

export const stocks = feature({
  name: 'stocks',
  open: (account: AccountState) => account,
  system: {
    /** Returns false while a command or message of the pair is in flight between this account and its Market. */
    take_stock_action: system({ commit: 'tables', run: takeStockAction }),
  },
})
