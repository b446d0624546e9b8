// API keys between the Worker and an Account: what the Worker read of a signed request, and a key as its owner sees it.

import type { KeyKind, KeyScope } from '#domain/api-key'

/** A signed request, read by the Worker and judged by the Account. */
export interface KeyProof {
  readonly keyId: string
  readonly timestamp: number
  readonly recvWindow: number
  readonly signature: string
  /** The signed text. */
  readonly text: string
  /** The sender's network address. */
  readonly address: string
  /** What the endpoint needs. */
  readonly scope: KeyScope
  /** Drawn by the Worker: calls of one HTTP request share it, a replay has another. */
  readonly requestId: string
}

export type KeyRefusal =
  | 'key_unknown'
  | 'signature_wrong'
  | 'key_expired'
  | 'key_address_refused'
  | 'key_scope_missing'
  | 'timestamp_late'
  | 'timestamp_early'
  | 'key_not_taken'
  | 'request_replayed'
  | 'too_many_requests'

export interface ApiKeyRow {
  readonly id: string
  readonly name: string
  readonly kind: KeyKind
  readonly scopes: readonly KeyScope[]
  /** Ranges that requests may come from; empty: any. */
  readonly addresses: readonly string[]
  readonly createdAt: number
  readonly expiresAt: number
  readonly lastUsedAt: number | null
  readonly lastAddress: string
}
