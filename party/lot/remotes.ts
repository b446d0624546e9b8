// Remote calls of a Lot room: the directory for terms and the change of ownership, and accounts by their protocol.

import { tracedRoom } from '#lib/room-call'
import { type SaleDecision, decideSale, isWorkListed, loadSaleTerms, showBid } from '#db/platform/nft-sale'
import type { SaleState } from '#domain/nft/artwork'
import { CallTimeout } from '#party/lib/call-timeout'
import type { AccountRpc } from '#party/protocol/account'
import type { SaleTerms } from '#party/protocol/lot'
import type { Sale } from './sale'

const CALL_TIMEOUT_MS = 10_000

export interface RemoteCalls {
  /** Null for an unknown sale. */
  readTerms(): Promise<SaleTerms | null>
  isListed(): Promise<boolean>
  decide(decision: Omit<SaleDecision, 'lotId'>): Promise<SaleState>
  show(shown: NonNullable<ReturnType<Sale['unshown']>>): Promise<void>
  notify(account: number, request: string): Promise<void>
}

export function remotesOf(env: Env, lotId: number): RemoteCalls {
  const patience = new CallTimeout(CALL_TIMEOUT_MS)
  return {
    readTerms: () => patience.limit('the sale', loadSaleTerms(env.DB, lotId)),
    isListed: () => patience.limit('the work', isWorkListed(env.DB, lotId)),
    decide: (decision) => patience.limit('the directory', decideSale(env.DB, { ...decision, lotId })),
    show: async (shown) => {
      await patience.limit('the directory', showBid(env.DB, lotId, shown))
    },
    notify: async (account, request) => {
      const room: AccountRpc = tracedRoom(env.Account.get(env.Account.idFromName(String(account))), 'account')
      await patience.limit(`account ${account}`, room.asSystem(request))
    },
  }
}
