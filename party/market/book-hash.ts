// The state hash of a book: one definition, so that two books built differently can be compared by a number.
// FNV-1a over 32-bit words. It finds differences, it does not resist an attacker.

import type { Side } from '#domain/order'

export const BOOK_HASH_START = 0x811c9dc5 | 0
const PRIME = 16777619
const UINT32_RANGE = 0x1_0000_0000

function hashNumber(hash: number, value: number): number {
  const low = Math.imul(hash ^ value, PRIME)
  return Math.imul(low ^ Math.floor(value / UINT32_RANGE), PRIME)
}

/** Takes one resting order into the hash; call it in priority order, buys first. */
export function hashOrder(
  hash: number,
  order: { id: number; owner: number; side: Side; ticks: number; lotsLeft: number },
): number {
  let next = hashNumber(hash, order.id)
  next = hashNumber(next, order.owner)
  next = hashNumber(next, order.side === 'buy' ? order.ticks : -order.ticks)
  return hashNumber(next, order.lotsLeft)
}
