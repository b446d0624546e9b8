// Report of a check of an account's books: ledger, features and undelivered messages.

import type { VerifyReport } from '#party/protocol/account-rows'
import type { Store } from '#party/lib/store'
import type { AccountBook } from './book'
import { verifyLedger } from './ledger-audit'

export function reportOf(store: Store, book: AccountBook, now: number): VerifyReport {
  const { sums, ...found } = verifyLedger(store)
  const problems = [...found.problems, ...[...book.parts].flatMap((part) => part.verify(now, sums))]
  return {
    ...found,
    problems,
    isSound: problems.length === 0,
    undelivered: book.streams.owedCount() + book.peers.owed().length,
    owedToPeers: book.peers.owed().flatMap(({ message }) => message.parts),
    heard: book.streams.heard(),
  }
}
