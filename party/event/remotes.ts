// Remote calls of an Event room: accounts by their protocol, and the directory for terms and receipts.

import { tracedRoom } from '#lib/room-call'
import { loadQuizTerms } from '#db/platform/quiz'
import { keepReceipts } from '#db/platform/receipt'
import type { EventTerms } from '#domain/quiz/rules'
import { CallTimeout } from '#party/lib/call-timeout'
import { wakeLog } from '#party/lib/wake-log'
import type { AccountRpc } from '#party/protocol/account'
import type { SettledBets } from '#party/protocol/quiz'

const CALL_TIMEOUT_MS = 10_000

export interface RemoteCalls {
  /** Null while the event doesn't exist or is unpublished. */
  readTerms(): Promise<EventTerms | null>
  keepReceipt(receipt: { readonly id: string; readonly body: string; readonly at: number }): Promise<void>
  notify(account: number, settled: SettledBets): Promise<void>
}

export function remotesOf(env: Env, eventId: number): RemoteCalls {
  const patience = new CallTimeout(CALL_TIMEOUT_MS)
  return {
    readTerms: () => patience.limit('the directory', loadQuizTerms(env.DB, eventId)),
    keepReceipt: async (receipt) => {
      await patience.limit('the directory', keepReceipts(env.DB, [{ ...receipt, insurance: '0' }]))
      wakeLog(env)
    },
    notify: async (account, settled) => {
      const room: AccountRpc = tracedRoom(env.Account.get(env.Account.idFromName(String(account))), 'account')
      await patience.limit(`account ${account}`, room.asSystem(JSON.stringify({ type: 'settle_quiz', ...settled })))
    },
  }
}
