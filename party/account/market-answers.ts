// What Markets say to this account: which of it is new, in which steps it is saved, and what it decides of commands that wait.
// What a message does is the business of the feature that sends orders to Markets.

import type { MarketAnswer, MarketMessage } from '#party/protocol/market'
import type { AccountBook } from './book'
import type { MarketReplies } from './capabilities'

export const NO_REPLIES: MarketReplies = { symbol: '', refused: new Map(), amended: new Set() }

/** More messages are never saved with one turn: its row of the log must stay far below the two megabytes that a text may have. */
export const MESSAGES_PER_TURN_MAX = 500

/** An answer as parts to save one by one. A crash in between is healed by the Market, which repeats what is not saved. */
export function partsOf(answer: MarketAnswer): MarketAnswer[] {
  const count = Math.max(1, Math.ceil(answer.messages.length / MESSAGES_PER_TURN_MAX))
  return Array.from({ length: count }, (_, index) => {
    const from = index * MESSAGES_PER_TURN_MAX
    return { ...answer, messages: answer.messages.slice(from, from + MESSAGES_PER_TURN_MAX) }
  })
}

/**
 * An answer as the turns of the Market that it tells of, whose messages have one time each. What a command comes to is looked at after
 * each of them, so that it comes to the same however many of them arrive together, and an answer can be given again.
 */
export function marketTurnsOf(answer: MarketAnswer): MarketAnswer[] {
  const turns: MarketMessage[][] = [[]]
  let last: MarketMessage | undefined
  for (const message of answer.messages) {
    if (last && message.at !== last.at) turns.push([])
    turns.at(-1)?.push(message)
    last = message
  }
  return turns.map((messages) => ({ ...answer, messages }))
}

/**
 * Applies what is new in an answer, up to the first gap; the Market repeats what is not acknowledged. `isGap` is for the operator's
 * eyes: every request carries all commands above the last one stored, so the next one closes the gap anyway.
 */
export function applyMarketAnswer(book: AccountBook, symbol: string, answer: MarketAnswer): MarketReplies {
  const replies: MarketReplies = { symbol, refused: new Map(), amended: new Set() }
  for (const message of answer.messages) {
    const place = book.streams.accept(symbol, message)
    if (place === 'next') book.capabilities.market.apply(symbol, message, replies)
    if (place === 'gap') break
  }
  book.streams.markStored(symbol, answer.commandSeq)
  return replies
}
