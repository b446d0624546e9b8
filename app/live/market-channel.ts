// Channel of one market: order book and trades.

import type { MarketSocketMessage } from '#party/protocol/market'
import { type MarketState, receiveMarket } from './market-state'
import { type ChannelKind, type Live, PUBLIC_SILENCE_MAX_MS, askSnapshot, useChannel } from './use-channel'

const MARKET: ChannelKind<MarketState, MarketSocketMessage> = {
  party: 'market',
  receive: receiveMarket,
  resumeMessage: askSnapshot,
  silenceMaxMs: PUBLIC_SILENCE_MAX_MS,
  isSliced: true,
}

export const useMarket = (symbol: string): Live<MarketState> => useChannel(MARKET, symbol)
