// Report of a check of an account's books: ledger, features and undelivered messages.

import type { VerifyReport } from '#party/protocol/account-rows'
import type { Store } from '#party/lib/store'
import type { AccountState } from './state'
import { verifyLedger } from './ledger-audit'

export function reportOf(store: Store, account: AccountState, now: number): VerifyReport {
  const { sums, ...found } = verifyLedger(store)
  const problems = [...found.problems, ...[...account.parts].flatMap((part) => part.verify(now, sums))]
  return {
    ...found,
    problems,
    isSound: problems.length === 0,
    undelivered: account.streams.pendingCount() + account.peers.pending().length,
    owedToPeers: account.peers.pending().flatMap(({ message }) => message.parts),
    heard: account.streams.receivedMessages(),
  }
}
