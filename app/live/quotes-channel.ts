// Channel of all quotes, starting with the server-rendered data: pages never wait for a socket.

import { useMemo } from 'react'
import type { Quote, QuotesSocketMessage } from '#party/protocol/quotes'
import { type QuotesState, receiveQuotes } from './quotes-state'
import { type ChannelKind, type Live, PUBLIC_SILENCE_MAX_MS, askSnapshot, useChannel } from './use-channel'

const QUOTES: ChannelKind<QuotesState, QuotesSocketMessage> = {
  party: 'quotes',
  receive: receiveQuotes,
  resumeMessage: askSnapshot,
  silenceMaxMs: PUBLIC_SILENCE_MAX_MS,
  isSliced: true,
}

/** Quotes: loader data, then live. Order and symbols stay as loaded, unless the loader had none. */
export function useQuotes(drawn: readonly Quote[]): { quotes: readonly Quote[]; live: Live<QuotesState> } {
  const live = useChannel(QUOTES, 'main')
  const quotes = useMemo(() => {
    const received = live.state?.quotes
    if (drawn.length === 0) return [...(received?.values() ?? [])]
    return drawn.map((quote) => received?.get(quote.symbol) ?? quote)
  }, [drawn, live.state])
  return { quotes, live }
}
