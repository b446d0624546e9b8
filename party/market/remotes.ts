// Remote calls of a Market: the directory, the price feed and the accounts, by their protocols.

import { tracedRoom } from '#lib/room-call'
import { loadCatalogue } from '#db/platform/catalogue'
import { keepHouseReceipts } from '#db/platform/receipt'
import { findPair } from '#domain/catalogue'
import type { AccountRpc } from '#party/protocol/account'
import type { QuotesRpc } from '#party/protocol/quotes'
import { wakeLog } from '../lib/wake-log'
import type { PublishedTrades } from './house-receipts'
import type { MarketSources } from './inputs'

export interface RemoteCalls extends Pick<MarketSources, 'loadPair' | 'latestPrice' | 'quotePrice'> {
  /** Delivers messages to an account; returns the number of the last stored one. */
  deliver(account: number, answer: string): Promise<number>
  /** Publishes receipts of the house's trades; an existing receipt stays unchanged. */
  keepHouseReceipts(receipts: readonly PublishedTrades[]): Promise<void>
}

export function remotesOf(env: Env, symbol: string): RemoteCalls {
  const [, quote = ''] = symbol.split('-')
  const tickOf = (name: string) => quotesRoom(env).latestTick(name)
  return {
    loadPair: async () => findPair(await loadCatalogue(env.DB), symbol) ?? null,
    latestPrice: () => tickOf(symbol),
    ...(quote === 'USDT' ? {} : { quotePrice: async () => (await tickOf(`${quote}-USDT`))?.price ?? null }),
    deliver: (account, answer) => accountRoom(env, account).deliver(symbol, answer),
    keepHouseReceipts: async (receipts) => {
      await keepHouseReceipts(env.DB, symbol, receipts)
      wakeLog(env)
    },
  }
}

// A namespace types its stubs by the room's class; these restrict them to the protocol.
const accountRoom = (env: Env, account: number): AccountRpc =>
  tracedRoom(env.Account.get(env.Account.idFromName(String(account))), 'account')
const quotesRoom = (env: Env): QuotesRpc => tracedRoom(env.Quotes.get(env.Quotes.idFromName('main')), 'quotes')
