// Rooms that the gateway listens to: the directory, the Quotes room, Markets and Accounts, by their protocols.

import { tracedRoom } from '#lib/room-call'
import { loadCatalogue } from '#db/platform/catalogue'
import { PROVEN_SESSION_HEADER } from '../protocol/door'
import type { QuotesRpc } from '../protocol/quotes'
import type { AccountPorts } from './account-channels'
import type { FeedPorts } from './feeds'

export type RemoteCalls = FeedPorts & AccountPorts

interface Room {
  fetch(url: string, init: RequestInit): Promise<Response>
}

export function remotesOf(env: Env): RemoteCalls {
  // A stub whose room restarted stays broken, so each call gets its own.
  const quotes = () => tracedRoom(env.Quotes.get(env.Quotes.idFromName('main')), 'quotes')
  const quotesRpc = (): QuotesRpc => quotes()
  return {
    // Its clients know coins alone, as the lists of their wire do.
    loadPairs: async () => (await loadCatalogue(env.DB)).pairs.filter(({ stock }) => !stock),
    openQuotes: () => openSocket(quotes(), 'quotes/main'),
    openMarket: (symbol) => openSocket(env.Market.get(env.Market.idFromName(symbol)), `market/${symbol}`),
    latestCandles: (period) => quotesRpc().latestCandles(period),
    openAccount: ({ userId, sessionId }) =>
      openSocket(env.Account.get(env.Account.idFromName(String(userId))), `account/${userId}`, {
        [PROVEN_SESSION_HEADER]: sessionId,
      }),
  }
}

const UNAUTHORIZED = 401

async function openSocket(
  room: Room,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<WebSocket | null> {
  const answer = await room.fetch(`https://rooms/parties/${path}`, { headers: { ...headers, Upgrade: 'websocket' } })
  if (answer.status === UNAUTHORIZED) return null
  if (!answer.webSocket) throw new Error(`${path} answered ${answer.status}`)
  return answer.webSocket
}
