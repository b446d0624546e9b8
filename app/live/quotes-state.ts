// Browser state of all quotes: a snapshot and numbered deltas. Pure.

import type { Quote, QuotesSocketMessage } from '#party/protocol/quotes'
import type { Received } from './market-state'

export interface QuotesState {
  readonly seq: number
  readonly at: number
  readonly quotes: ReadonlyMap<string, Quote>
}

export function receiveQuotes(state: QuotesState | null, message: QuotesSocketMessage): Received<QuotesState> {
  if (message.type === 'snapshot') {
    return { kind: 'current', state: { seq: message.seq, at: message.at, quotes: bySymbol(message.quotes) } }
  }
  if (state === null) return { kind: 'gap' }
  if (message.seq <= state.seq) return { kind: 'current', state }
  if (message.seq !== state.seq + 1) return { kind: 'gap' }
  const quotes = new Map([...state.quotes, ...bySymbol(message.quotes)])
  return { kind: 'current', state: { seq: message.seq, at: message.at, quotes } }
}

export const bySymbol = (quotes: readonly Quote[]): ReadonlyMap<string, Quote> =>
  new Map(quotes.map((quote) => [quote.symbol, quote]))
