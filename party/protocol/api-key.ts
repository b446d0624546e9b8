// API keys between the Worker and an Account: what the Worker read of a signed request, and a key as its owner sees it.

import type { AgentLimits, RequestState } from '#domain/agent'
import type { KeyKind, KeyScope } from '#domain/api-key'
import type { NewOrder } from '#domain/new-order'
import type { Refusal } from '#domain/outcome'

/** A signed request, read by the Worker and judged by the Account. */
export interface KeyProof {
  readonly keyId: string
  readonly timestamp: number
  readonly recvWindow: number
  readonly signature: string
  /** The signed text. */
  readonly text: string
  /** A question whose signed text names no endpoint: a copy of it may ask again, and must not act. */
  readonly isRepeatable?: true
  /** The sender's network address. */
  readonly address: string
  /** What the endpoint needs; null: any. */
  readonly scope: KeyScope | null
  /** What the endpoint costs. */
  readonly weight: number
  /** Drawn by the Worker: calls of one HTTP request share it, a replay has another. */
  readonly requestId: string
  /** Its socket was opened with a genuine signature, so that `text` and `signature` are empty. Never read from a client. */
  readonly isProven?: true
  /** The Worker read a genuine access token of this key. Never read from a client. */
  readonly isAgent?: true
  /** Of the agent's access token. */
  readonly generation?: number
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

/** Usage of an account's keys in the current minute. */
export interface KeyUsage {
  readonly weight: number
  /** Commands that trade; each order of a batch counts. */
  readonly orders: number
}

/** An Account's answer to a signed request: usage, a line feed, then the outcome. */
export const withUsage = (outcome: string, { weight, orders }: KeyUsage): string => `${weight} ${orders}\n${outcome}`

export function splitUsage(answer: string): { readonly usage: KeyUsage; readonly outcome: string } {
  const end = answer.indexOf('\n')
  const [weight = '0', orders = '0'] = answer.slice(0, end).split(' ')
  return { usage: { weight: parseInt(weight, 10), orders: parseInt(orders, 10) }, outcome: answer.slice(end + 1) }
}

/** A key as the Worker makes it. */
export interface NewKey {
  readonly id: string
  readonly name: string
  readonly kind: KeyKind
  readonly publicKey: string
  readonly scopes: readonly KeyScope[]
  readonly addresses: readonly string[]
  readonly expiresAt: number
  /** Of an agent that trades. */
  readonly limits?: AgentLimits
}

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
  readonly limits: AgentLimits | null
}

/** Key usage on the UTC day starting at `day`. */
export interface KeyDayRow {
  readonly keyId: string
  readonly day: number
  /** Genuine requests, and operations of its sockets. */
  readonly requests: number
  /** Commands that trade; each order of a batch counts. */
  readonly orders: number
  /** Requests that its Account refused. */
  readonly refusals: number
}

/** Agent command, shown to its owner. */
export interface AgentActRow {
  readonly at: number
  readonly name: string
  readonly command: string
  /** Counted for its limits, in USDT's smallest unit. */
  readonly value: string
  /** Null while it is under way. */
  readonly outcome: Refusal | 'ok' | null
}

/** An order of an agent that needs the owner's approval. */
export interface AgentRequestRow {
  readonly id: number
  readonly name: string
  readonly at: number
  readonly expiresAt: number
  readonly order: NewOrder
  /** Counts for its agent's limits, in USDT's smallest unit. */
  readonly value: string
  readonly state: RequestState
  /** When its owner answered, or removed the permission; null until then, and when its time ran out. */
  readonly endedAt: number | null
  readonly orderNo: number | null
}
