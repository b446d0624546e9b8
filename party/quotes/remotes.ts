// Remote calls of Quotes: the Watches, by their protocol.

import { tracedRoom } from '#lib/room-call'
import { CallTimeout } from '#party/lib/call-timeout'
import type { WatchRpc } from '#party/protocol/watch'

const CALL_TIMEOUT_MS = 5_000

/** Sends a round's text to a symbol's Watch. */
export function sendRoundOf(env: Env): (symbol: string, text: string) => Promise<void> {
  const patience = new CallTimeout(CALL_TIMEOUT_MS)
  return (symbol, text) => {
    const watch: WatchRpc = tracedRoom(env.Watch.get(env.Watch.idFromName(symbol)), 'watch')
    return patience.limit(`the watch of ${symbol}`, watch.round(text))
  }
}
