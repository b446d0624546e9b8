// What the desk needs from its room's runtime and from the outside world. It decides nothing; stories put a stage here.

import type { Catalogue } from '#domain/catalogue'
import type { Amount } from '#domain/money/amount'
import type { AccountSocketMessage } from '#party/protocol/account'
import type { PeerPost, PeerReceipt } from '#party/protocol/account-peer'
import type { MarketAnswer, MarketRequest } from '#party/protocol/market'

/** What the directory shows of an account's trading. Values in USDT. */
export interface ShownStanding {
  readonly userId: number
  readonly inviterId: number | null
  readonly level: number
  /** Since registration. */
  readonly volume: Amount
  readonly rebate: Amount
  readonly revision: number
}

export interface EnginePorts {
  readonly account: number
  now(): number
  /** What is listed, from memory when it is fresh enough. */
  catalogue(): Catalogue | Promise<Catalogue>
  askMarket(symbol: string, request: MarketRequest): Promise<MarketAnswer>
  /** Brings a message to another user's Account. */
  askPeer(peer: number, post: PeerPost): Promise<PeerReceipt>
  /** Has the directory show the standing; one that it has newer is left. */
  tellDirectory(shown: ShownStanding): Promise<void>
  /** Has the Worker take what this account's own messages are to be sent by. */
  oweNotices(account: number, at: number): Promise<void>
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
