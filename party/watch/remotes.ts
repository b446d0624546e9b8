// Whom a Watch asks and wakes: accounts and Quotes by their protocols, and the directory for the caps.

import { tracedRoom } from '#lib/room-call'
import { readWatchCaps } from '#db/platform/watch-cap'
import { CallTimeout } from '#party/lib/call-timeout'
import type { QuotesRpc } from '#party/protocol/quotes'
import type { WatchRegistration, WatchedRpc } from '#party/protocol/watch'
import type { WatchPorts } from './ports'

const CALL_TIMEOUT_MS = 10_000

export type RemoteCalls = Pick<WatchPorts, 'wake' | 'roundsAfter' | 'caps' | 'follow'>

export function remotesOf(env: Env, symbol: string): RemoteCalls {
  const patience = new CallTimeout(CALL_TIMEOUT_MS)
  const quotes = (): QuotesRpc => tracedRoom(env.Quotes.get(env.Quotes.idFromName('main')), 'quotes')
  return {
    wake: async (account, message) => {
      const text = await patience.limit(`account ${account}`, accountRoom(env, account).wake(JSON.stringify(message)))
      // The account answers every WakeMessage with its registration as text.
      return JSON.parse(text) as WatchRegistration
    },
    roundsAfter: (at, limit) => patience.limit('the rounds', quotes().roundsAfter(at, limit)),
    caps: () => patience.limit('the caps', readWatchCaps(env.DB, symbol)),
    follow: (isWanted) => patience.limit('the prices', quotes().follow(symbol, isWanted)),
  }
}

/** Stub of an account, typed by the calls that a Watch may make. */
const accountRoom = (env: Env, account: number): WatchedRpc =>
  tracedRoom(env.Account.get(env.Account.idFromName(String(account))), 'account')
