// Every receipt of a story is right by its own rule. Ticks of stories have no hashes, and half seconds for numbers: both are mended first.

import { pendingReceipt } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import { type Tick, tickText } from '#domain/quotes/chain'
import { type Receipt, checkReceipt } from '#domain/receipt'
import { HASHING } from '../kit/hashing'

const NO_HASH = '0'.repeat(64)

const hashed = (tick: Tick): Tick => {
  const following = { ...tick, seq: Math.floor(tick.seq), previousHash: tick.previousHash || NO_HASH }
  return { ...following, hash: HASHING.sha256(tickText(following)) }
}

/** Receipts that wait to be published. */
export const waitingReceipts = (store: Store): readonly unknown[] =>
  tableOf(pendingReceipt)
    .rows(store)
    .map(({ body }) => JSON.parse(body) as unknown)

/** Problems of receipts, with their rules. */
export function wrongReceipts(receipts: Iterable<unknown>): readonly string[] {
  // The account wrote them, each by its rule.
  return ([...receipts] as Receipt[]).flatMap((receipt) => {
    const whole = 'ticks' in receipt ? { ...receipt, ticks: receipt.ticks.map(hashed) } : receipt
    return checkReceipt(whole as Receipt, HASHING).map((problem) => `${receipt.rule}: ${problem}`)
  })
}
