// The three channels of the site, each with what the server drew first: pages never wait for a socket.

import { useMemo } from 'react'
import type { AccountSocketMessage } from '#party/protocol/account'
import type { MarketSocketMessage } from '#party/protocol/market'
import type { Quote, QuotesSocketMessage } from '#party/protocol/quotes'
import { type AccountState, hearAccount } from './account-state'
import { type MarketState, hearMarket } from './market-state'
import { type QuotesState, hearQuotes } from './quotes-state'
import { type ChannelKind, type Live, useChannel } from './use-channel'

/** Public rooms speak at least once a second or so; ten silent seconds are a delay. */
const PUBLIC_SILENCE_MAX_MS = 10_000

const askSnapshot = () => ({ type: 'snapshot' })

const QUOTES: ChannelKind<QuotesState, QuotesSocketMessage> = {
  party: 'quotes',
  hear: hearQuotes,
  askAgain: askSnapshot,
  silenceMaxMs: PUBLIC_SILENCE_MAX_MS,
}
const MARKET: ChannelKind<MarketState, MarketSocketMessage> = {
  party: 'market',
  hear: hearMarket,
  askAgain: askSnapshot,
  silenceMaxMs: PUBLIC_SILENCE_MAX_MS,
}
const ACCOUNT: ChannelKind<AccountState, AccountSocketMessage> = {
  party: 'account',
  hear: hearAccount,
  askAgain: (state) => ({ type: 'resume', after: state?.seq ?? 0 }),
  silenceMaxMs: null,
}

/** The quotes as drawn by the server, then live; order and set of symbols stay as drawn. */
export function useQuotes(drawn: readonly Quote[]): { quotes: readonly Quote[]; live: Live<QuotesState> } {
  const live = useChannel(QUOTES, 'main')
  const quotes = useMemo(() => drawn.map((quote) => live.state?.quotes.get(quote.symbol) ?? quote), [drawn, live.state])
  return { quotes, live }
}

export const useMarket = (symbol: string): Live<MarketState> => useChannel(MARKET, symbol)

/** One's own account; null for a guest. The cookie proves the session. */
export const useAccount = (userId: number | null): Live<AccountState> =>
  useChannel(ACCOUNT, userId === null ? null : String(userId))
