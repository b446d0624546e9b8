// Ports of the engine to its room's runtime and the outside. No logic here; tests replace them with a stage.

import type { Catalogue } from '#domain/catalogue'
import type { Digest } from '#domain/quotes/chain'
import type { Hashing } from '#domain/hashing'
import type { PeerPost, PeerReceipt } from '#party/protocol/account-peer'
import type { MarketAnswer, MarketRequest } from '#party/protocol/market'
import type { WatchAnswer, WatchRegistration } from '#party/protocol/watch'
import type { TurnEffects } from './state'
import type { AccountEvent } from './events'
import type { RemoteCalls } from './remote-calls'

export interface EnginePorts extends RemoteCalls, TurnEffects {
  /** Current listings, from memory while they are fresh. */
  catalogue(): Catalogue | Promise<Catalogue>
  askMarket(symbol: string, request: MarketRequest): Promise<MarketAnswer>
  /** Delivers a message to another user's Account. */
  askPeer(peer: number, post: PeerPost): Promise<PeerReceipt>
  /** Sends a registration to a symbol's Watch. */
  askWatch(symbol: string, registration: WatchRegistration): Promise<WatchAnswer>
  setAlarm(at: number): void
  later(delayMs: number, work: () => void): void
  /** Sends an event to the account's sockets with live sessions. */
  publish(event: AccountEvent, isLive: (sessionId: string) => boolean): void
  hasListeners(): boolean
  /** True while a program's socket of that name is open. */
  isConnected(name: string): boolean
  /** Takes `cost` from the account's request allowance. Returns 0 on success, otherwise the seconds to wait before a retry. */
  admit(cost: number): number
  /** SHA-256, as hex. */
  readonly digest: Digest
  /** HMAC-SHA-256, as hex. */
  readonly hmac: Hashing['hmac']
  /** Secret of an HMAC key. */
  keySecret(keyId: string): string
  /** True for an Ed25519 signature of the text; key and signature as hex. */
  isSignedWithEd25519(publicKey: string, text: string, signature: string): boolean
  /** A new unguessable text at each call. */
  salt(): string
  /** Words for the operator's log about the outside world. */
  report(text: string): void
}
