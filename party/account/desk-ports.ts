// What the desk needs from its room's runtime and from the outside world. It decides nothing; stories put a stage here.

import type { Catalogue } from '#domain/catalogue'
import type { AccountSocketMessage } from '#party/protocol/account'
import type { MarketAnswer, MarketRequest } from '#party/protocol/market'

export interface DeskPorts {
  readonly account: number
  now(): number
  /** What is listed, from memory when it is fresh enough. */
  catalogue(): Catalogue | Promise<Catalogue>
  askMarket(symbol: string, request: MarketRequest): Promise<MarketAnswer>
  setAlarm(at: number): void
  later(delayMs: number, work: () => void): void
  /** Says something to the account's sockets, as far as their sessions live now. */
  tell(message: AccountSocketMessage, isLive: (sessionId: string) => boolean): void
  isHeard(): boolean
  /** Closes the sockets of one session, or of all. */
  closeSockets(sessionId: string | null): void
  /** Words for the operator's log about the outside world. */
  report(text: string): void
}
