// Market answers to this account: finds the new messages, splits them into save steps and decides waiting commands.
// The feature that sends orders to Markets applies each message.

import type { MarketAnswer, MarketMessage } from '#party/protocol/market'
import type { AccountState } from './state'
import type { MarketReplies } from './capabilities'

export const NO_REPLIES: MarketReplies = { symbol: '', refused: new Map(), amended: new Set() }

/** More messages are never saved with one turn: its row of the log must stay far below the two megabytes that a text may have. */
export const MESSAGES_PER_TURN_MAX = 500

/** Splits an answer into parts that are saved one by one. After a crash in between, the Market repeats the unsaved messages. */
export function partsOf(answer: MarketAnswer): MarketAnswer[] {
  const count = Math.max(1, Math.ceil(answer.messages.length / MESSAGES_PER_TURN_MAX))
  return Array.from({ length: count }, (_, index) => {
    const from = index * MESSAGES_PER_TURN_MAX
    return { ...answer, messages: answer.messages.slice(from, from + MESSAGES_PER_TURN_MAX) }
  })
}

/**
 * Splits an answer into the Market's turns; messages of one turn share their time. Waiting commands are decided after each turn, so the
 * outcome doesn't depend on how many turns arrive together, and a repeated answer gives the same outcome.
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
 * Applies new messages up to the first gap; the Market repeats unacknowledged ones. `isGap` only informs the
 * operator: every request carries all commands after the last stored one, so the next request closes the gap.
 */
export function applyMarketAnswer(account: AccountState, symbol: string, answer: MarketAnswer): MarketReplies {
  const replies: MarketReplies = { symbol, refused: new Map(), amended: new Set() }
  for (const message of answer.messages) {
    const place = account.streams.accept(symbol, message)
    if (place === 'next') account.capabilities.market.apply(symbol, message, replies)
    if (place === 'gap') break
  }
  account.streams.markStored(symbol, answer.commandSeq)
  return replies
}
