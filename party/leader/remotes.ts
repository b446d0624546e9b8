// Remote calls of a trader's room: accounts by their protocol, and the directory for current terms and for the trader's figures.

import { tracedRoom } from '#lib/room-call'
import { storeMarket } from '#domain/copy/plan'
import { IsolateCache } from '#domain/isolate-cache'
import { loadCatalogue } from '#db/platform/catalogue'
import { loadCopyTerms, showTrader } from '#db/platform/copy'
import { loadFuturesTerms } from '#db/platform/futures'
import { loadGates } from '#db/platform/gate'
import { CallTimeout } from '#party/lib/call-timeout'
import type { AccountPeerRpc, PeerReceipt } from '#party/protocol/account-peer'
import type { LeaderPorts } from './fan-out'

const CALL_TIMEOUT_MS = 10_000
const TERMS_TTL_MS = 30_000

export type RemoteCalls = Pick<LeaderPorts, 'market' | 'post' | 'show'>

export function remotesOf(env: Env, traderId: number): RemoteCalls {
  const patience = new CallTimeout(CALL_TIMEOUT_MS)
  return {
    market: async (symbol) => {
      const { copy, futures, gates } = await patience.limit('the terms', readTerms(env.DB))
      return storeMarket(
        { isOpen: copy.isOpen, slippageMax: copy.slippageMax, gates },
        futures.find((terms) => terms.symbol === symbol),
      )
    },
    post: async (account, post) => {
      const answer = await patience.limit(`account ${account}`, accountRoom(env, account).post(JSON.stringify(post)))
      // The account answers every PeerPost with a PeerReceipt as text.
      return JSON.parse(answer) as PeerReceipt
    },
    show: (shown) => patience.limit('the directory', showTrader(env.DB, traderId, shown)),
  }
}

/** Stub of an account, typed by the calls that a trader's room may make. */
const accountRoom = (env: Env, account: number): AccountPeerRpc =>
  tracedRoom(env.Account.get(env.Account.idFromName(String(account))), 'account')

type Terms = Awaited<ReturnType<typeof loadTerms>>
const termsCache = new IsolateCache<D1Database, Terms>(TERMS_TTL_MS)

async function readTerms(db: D1Database): Promise<Terms> {
  const known = termsCache.get(db, Date.now())
  if (known) return known
  const terms = await loadTerms(db)
  termsCache.set(db, terms, Date.now())
  return terms
}

async function loadTerms(db: D1Database) {
  const catalogue = await loadCatalogue(db)
  const [copy, futures, gates] = await Promise.all([loadCopyTerms(db), loadFuturesTerms(db, catalogue), loadGates(db)])
  return { copy, futures, gates }
}
