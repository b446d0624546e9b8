// API keys of a user: made after a proof of the owner, listed, removed at once. The Account holds and judges them.

import { createHmac } from 'node:crypto'
import {
  API_KEYS_MAX,
  KEY_ADDRESSES_MAX,
  KEY_NAME_LENGTH_MAX,
  KEY_SCOPES,
  type KeyDays,
  type MadeKind,
  type KeyScope,
  isIssuedKeyId,
  keyExpiry,
  keyIdOf,
  keySecret,
  parsePublicKey,
} from '#domain/api-key'
import { isIpRange } from '#domain/ip-range'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { OwnerProof } from '#domain/security'
import type { AgentActRow, KeyDayRow, ApiKeyRow, NewKey } from '#party/protocol/api-key'
import type { Session } from '#session/session'
import { callAccount, checkSession, callAccountAsSystem } from '../account-room'
import { noticeChange } from './notice'
import { type OwnerRefusal, proveOwner } from './owner'

export type { ApiKeyRow } from '#party/protocol/api-key'

export interface KeyWishes {
  readonly name: string
  /** Absent when the form said none that exists, as with `days`. */
  readonly kind: MadeKind | undefined
  /** As the user pasted it; empty for HMAC. */
  readonly publicKey: string
  readonly scopes: readonly string[]
  /** Ranges, separated by spaces, commas or lines; empty: any. */
  readonly addresses: string
  readonly days: KeyDays | undefined
}

type KeyRefusal =
  | OwnerRefusal
  | 'field_malformed'
  | 'key_name_missing'
  | 'key_scopes_missing'
  | 'public_key_malformed'
  | 'key_address_malformed'
  | 'key_addresses_above_max'
  | 'api_keys_above_max'

export const listApiKeys = (env: Env, session: Session): Promise<Outcome<readonly ApiKeyRow[]>> =>
  callAccount(env, session, { type: 'api_keys' })

/** What keys did by the day of UTC, the newest first. */
export const listKeyDays = (env: Env, session: Session): Promise<Outcome<readonly KeyDayRow[]>> =>
  callAccount(env, session, { type: 'key_days' })

export const listAgentActs = (env: Env, session: Session): Promise<Outcome<readonly AgentActRow[]>> =>
  callAccount(env, session, { type: 'agent_acts' })

/** A new key; `secret` of an HMAC key is shown only here. */
export interface MadeKey {
  readonly id: string
  readonly secret: string | null
}

export async function addApiKey(
  env: Env,
  session: Session,
  { wishes, proof }: { readonly wishes: KeyWishes; readonly proof: OwnerProof },
): Promise<Outcome<MadeKey, KeyRefusal | 'session_ended'>> {
  const read = readWishes(wishes)
  if (!read.ok) return read
  const { days, ...asked } = read.value
  const key = { ...asked, expiresAt: keyExpiry(days, Date.now()) }
  const added = await addProvenKey(env, session, { key, proof })
  if (!added.ok) return added
  return done({
    id: added.value,
    secret: key.kind === 'hmac' ? keySecret(hmac, env.SESSION_SECRET, added.value) : null,
  })
}

export type AddKeyRefusal = OwnerRefusal | 'api_keys_above_max' | 'session_ended'

/** Adds a key after a proof of the owner, and returns its id. */
export async function addProvenKey(
  env: Env,
  session: Session,
  { key, proof }: { readonly key: Omit<NewKey, 'id'>; readonly proof: OwnerProof },
): Promise<Outcome<string, AddKeyRefusal>> {
  const now = Date.now()
  const known = await listApiKeys(env, session)
  if (!known.ok) return refuse('session_ended')
  if (known.value.length >= API_KEYS_MAX) return aboveMax()
  const proven = await proveOwner(env, session, proof, now)
  if (!proven.ok) return proven
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')
  const id = keyIdOf(hmac, env.SESSION_SECRET, session.userId, random)
  const { userId, sessionId } = session
  const asked = { type: 'add_api_key', key: { ...key, id }, sessionId } as const
  const { isAdded } = await callAccountAsSystem(env, userId, asked)
  if (!isAdded) return (await checkSession(env, session)).ok ? aboveMax() : refuse('session_ended')
  await noticeChange(env, session.userId, 'api_key_added', now)
  return done(id)
}

/** Removes a key; requests under way are refused from now on. False for a key that is gone already. */
export async function removeApiKey(
  env: Env,
  session: Session,
  keyId: string,
): Promise<Outcome<{ readonly isRemoved: boolean }>> {
  const check = await checkSession(env, session)
  if (!check.ok) return check
  const removed = await callAccountAsSystem(env, session.userId, { type: 'remove_api_key', keyId })
  if (removed.isRemoved) await noticeChange(env, session.userId, 'api_key_removed', Date.now())
  return done(removed)
}

/** False for an id that this site never gave out: its Account need not be asked. */
export const isKnownKeyId = (env: Pick<Env, 'SESSION_SECRET'>, keyId: string): boolean =>
  isIssuedKeyId(hmac, env.SESSION_SECRET, keyId)

const aboveMax = () => refuse('api_keys_above_max', { bound: String(API_KEYS_MAX) })

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')

interface ReadWishes {
  readonly name: string
  readonly kind: MadeKind
  readonly publicKey: string
  readonly scopes: readonly KeyScope[]
  readonly addresses: readonly string[]
  readonly days: KeyDays
}

function readWishes({ kind, days, ...wishes }: KeyWishes): Outcome<ReadWishes, KeyRefusal> {
  const name = [...wishes.name.normalize('NFC').trim()].slice(0, KEY_NAME_LENGTH_MAX).join('')
  if (name === '') return refuse('key_name_missing')
  if (kind === undefined) return refuse('field_malformed', { field: 'kind' })
  if (days === undefined) return refuse('field_malformed', { field: 'days' })
  const scopes = KEY_SCOPES.filter((scope) => wishes.scopes.includes(scope))
  if (scopes.length === 0) return refuse('key_scopes_missing')
  const addresses = [...new Set(wishes.addresses.split(/[\s,;]+/).filter((address) => address !== ''))]
  const wrong = addresses.find((address) => !isIpRange(address))
  if (wrong !== undefined) return refuse('key_address_malformed', { address: wrong.slice(0, KEY_NAME_LENGTH_MAX) })
  if (addresses.length > KEY_ADDRESSES_MAX)
    return refuse('key_addresses_above_max', { bound: String(KEY_ADDRESSES_MAX) })
  const publicKey = kind === 'ed25519' ? parsePublicKey(wishes.publicKey) : done('')
  if (!publicKey.ok) return publicKey
  return done({ name, kind, days, publicKey: publicKey.value, scopes, addresses })
}
