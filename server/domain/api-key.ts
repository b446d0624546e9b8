// API keys: programs that act for a user without a session. Pure: what a program signs, when a request is in time, what a key may be.

import type { Hashing } from './hashing'
import { type Outcome, done, refuse } from './outcome'
import { isSameText } from './same-text'
import { DAY_MS } from './time'

/** What a key allows. Withdrawals, security and keys themselves have no scope, so no key reaches them. */
export const KEY_SCOPES = ['read', 'trade', 'transfer'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** `ed25519`: the user keeps the private key. `hmac`: HMAC-SHA-256 with a secret that is shown once. */
export const KEY_KINDS = ['ed25519', 'hmac'] as const
export type MadeKind = (typeof KEY_KINDS)[number]
/** `agent`: the grant of an agent, which shows tokens and signs nothing. */
export type KeyKind = MadeKind | 'agent'

/** Keys of one account, expired ones included. */
export const API_KEYS_MAX = 20
export const KEY_NAME_LENGTH_MAX = 40
export const KEY_ADDRESSES_MAX = 20
/** Days of key usage that an account keeps. */
export const KEY_DAYS_SHOWN = 30
/** Lives of a key that its owner can choose, in days. */
export const KEY_DAYS = ['7', '30', '90', '365'] as const
export type KeyDays = (typeof KEY_DAYS)[number]
export const keyExpiry = (days: KeyDays, now: number): number => now + parseInt(days, 10) * DAY_MS

/** Maximum age of a request in ms: default, and upper limit of Api-Recv-Window. */
export const RECV_WINDOW_PRESET_MS = 5_000
export const RECV_WINDOW_MAX_MS = 60_000
/** How far the program's clock may be ahead. */
export const CLOCK_AHEAD_MAX_MS = 1_000

export const KEY_HEADERS = {
  key: 'Api-Key',
  timestamp: 'Api-Timestamp',
  recvWindow: 'Api-Recv-Window',
  signature: 'Api-Signature',
} as const

/** Headers of a signed request, read. */
export interface SignedHeaders {
  readonly keyId: string
  readonly userId: number
  readonly timestamp: number
  readonly recvWindow: number
  readonly signature: string
}

type ReadHeader = (name: string) => string | null

/** True for a request that a program means to be signed, however badly. */
export const isSignedRequest = (read: ReadHeader): boolean =>
  Object.values(KEY_HEADERS).some((name) => read(name) !== null)

const KEY_ID = /^([1-9]\d{0,14})\.[0-9a-f]{48}$/
/** Hex digits at the end of an id that only the site's secret makes. */
const MARK_LENGTH = 16

/** `random`: 32 hex digits. The number in front names the Account that judges the key, the mark at the end keeps made-up ids from waking it. */
export function keyIdOf(hmac: Hashing['hmac'], sessionSecret: string, userId: number, random: string): string {
  const name = `${userId}.${random}`
  return name + markOf(hmac, sessionSecret, name)
}

/** True for an id that `keyIdOf` made, whether or not its key still exists. */
export const isIssuedKeyId = (hmac: Hashing['hmac'], sessionSecret: string, keyId: string): boolean =>
  isSameText(markOf(hmac, sessionSecret, keyId.slice(0, -MARK_LENGTH)), keyId.slice(-MARK_LENGTH))

const markOf = (hmac: Hashing['hmac'], sessionSecret: string, name: string): string =>
  hmac(sessionSecret, `api key id\n${name}`).slice(0, MARK_LENGTH)

export function readSignedHeaders(read: ReadHeader): Outcome<SignedHeaders, 'key_header_malformed'> {
  const malformed = (header: keyof typeof KEY_HEADERS) =>
    refuse('key_header_malformed', { header: KEY_HEADERS[header] })
  const keyId = read(KEY_HEADERS.key) ?? ''
  const userId = KEY_ID.exec(keyId)?.[1]
  if (userId === undefined) return malformed('key')
  const timestamp = read(KEY_HEADERS.timestamp) ?? ''
  if (!/^[1-9]\d{12}$/.test(timestamp)) return malformed('timestamp')
  const recvWindow = read(KEY_HEADERS.recvWindow) ?? String(RECV_WINDOW_PRESET_MS)
  if (!/^[1-9]\d{0,4}$/.test(recvWindow) || parseInt(recvWindow, 10) > RECV_WINDOW_MAX_MS)
    return malformed('recvWindow')
  const signature = read(KEY_HEADERS.signature) ?? ''
  if (!/^[\w+/-]{64,86}={0,2}$/.test(signature)) return malformed('signature')
  return done({
    keyId,
    userId: parseInt(userId, 10),
    timestamp: parseInt(timestamp, 10),
    recvWindow: parseInt(recvWindow, 10),
    signature,
  })
}

/** Refuses requests older than their window or dated in the future. */
export function checkRequestTime(
  { timestamp, recvWindow }: Pick<SignedHeaders, 'timestamp' | 'recvWindow'>,
  now: number,
): Outcome<null, 'timestamp_late' | 'timestamp_early'> {
  const facts = { server_time: String(now) }
  if (timestamp > now + CLOCK_AHEAD_MAX_MS) return refuse('timestamp_early', facts)
  return timestamp + recvWindow < now ? refuse('timestamp_late', facts) : done(null)
}

/** The text that a program signs: six lines, ending with the body as sent. */
export const textToSign = (request: {
  readonly timestamp: number
  readonly recvWindow: number
  readonly method: string
  /** With the query, as in the address: "/api/v1/orders?limit=5". */
  readonly path: string
  /** `Idempotency-Key`, or nothing. */
  readonly commandId: string
  readonly body: string
}): string =>
  [request.timestamp, request.recvWindow, request.method, request.path, request.commandId, request.body].join('\n')

/** Secret of an HMAC key: made from its id, so that no store holds it. A session token never contains a line break. */
export const keySecret = (hmac: Hashing['hmac'], sessionSecret: string, keyId: string): string =>
  hmac(sessionSecret, `api key\n${keyId}`)

/** Bytes before the 32 of a public Ed25519 key in its usual file. */
const SPKI_PREFIX = '302a300506032b6570032100'

/** Public Ed25519 key as 64 hex digits, from PEM, or from the base64 of a key file or of the bare 32 bytes. */
export function parsePublicKey(text: string): Outcome<string, 'public_key_malformed'> {
  const bare = text.replace(/-----(?:BEGIN|END) PUBLIC KEY-----/g, '').replace(/\s/g, '')
  const hex = hexOfBase64(bare)
  const key = hex?.length === 88 && hex.startsWith(SPKI_PREFIX) ? hex.slice(SPKI_PREFIX.length) : hex
  return key?.length === 64 ? done(key) : refuse('public_key_malformed')
}

/** Base64 or base64url as hex; null for another text. */
export function hexOfBase64(text: string): string | null {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return null
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  } catch {
    // No base64.
    return null
  }
}
