// Ticks of a Market's index price, each a chain of its own.

import { type Tick, chainTick } from '#domain/quotes/chain'
import { HASHING } from '../kit/hashing'

export const tickOf = (price: string, at: number, symbol = 'BTC-USDT'): Tick =>
  chainTick(undefined, { symbol, at, price, source: 'binance+kraken' }, HASHING.sha256)
