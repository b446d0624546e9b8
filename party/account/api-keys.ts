// Keys of the user's programs, and whether a signed request is taken. A removed key is dead at once: every call asks here.

import { apiKey, channelEvent } from '#db/account/room'
import { API_KEYS_MAX, checkRequestTime } from '#domain/api-key'
import { isInRange } from '#domain/ip-range'
import { type Outcome, refuse } from '#domain/outcome'
import { MINUTE_MS } from '#domain/time'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { ApiKeyRow, KeyProof, KeyRefusal } from '#party/protocol/api-key'
import { endRequests } from './end-requests'
import { KeyDays } from './key-days'
import type { LiveSession } from './session'

export type StoredKey = RowOf<typeof apiKey>

/** `next`: generation of the new tokens, drawn for this renewal. `expiresAt`: the key's end from now on; absent: it stays. */
export interface Renewal {
  readonly keyId: string
  readonly generation: number
  readonly next: number
  readonly expiresAt?: number
}

const KEYS = tableOf(apiKey)
/** The last use is written this often at most. */
const USE_WRITTEN_EVERY_MS = MINUTE_MS
/** Grace after a renewal: the previous refresh token stays valid until a new token is used. */
const REFRESH_GRACE_MS = MINUTE_MS

export class ApiKeys {
  readonly days: KeyDays
  readonly #store: Store
  /** Cached rows of the small table, which only this class changes. */
  readonly #keys = new Map<string, StoredKey>()
  readonly #writtenAt = new Map<string, number>()

  constructor(store: Store) {
    this.#store = store
    this.days = new KeyDays(store)
    for (const key of KEYS.rows(store)) this.#keys.set(key.id, key)
  }

  find(id: string): StoredKey | undefined {
    return this.#keys.get(id)
  }

  get isEmpty(): boolean {
    return this.#keys.size === 0
  }

  /** A key as the caller of a socket. */
  findLive(id: string, now: number): LiveSession | undefined {
    const key = this.#keys.get(id)
    return key && key.expiresAt > now ? { sessionId: id, expiresAt: key.expiresAt } : undefined
  }

  /** As their owner sees them, the newest first. */
  rows(): ApiKeyRow[] {
    return [...this.#keys.values()]
      .sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1))
      .map(
        ({
          publicKey: _publicKey,
          generation: _generation,
          previous: _previous,
          renewedAt: _renewedAt,
          spent: _spent,
          ...row
        }) => row,
      )
  }

  /** False at the account's maximum number of keys. An agent whose name is in use gets a number behind it: its acts are noted by name. */
  add(key: StoredKey): boolean {
    if (this.#keys.size >= API_KEYS_MAX) return false
    this.put(key.kind === 'agent' ? { ...key, name: this.#freeName(key.name) } : key)
    return true
  }

  #freeName(wanted: string): string {
    const taken = new Set(Array.from(this.#keys.values(), ({ name }) => name))
    let name = wanted
    for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`
    return name
  }

  renew({ keyId, generation, next, expiresAt }: Renewal, now: number): StoredKey | 'unknown' | 'reused' {
    const key = this.#keys.get(keyId)
    if (key?.kind !== 'agent' || key.expiresAt <= now) return 'unknown'
    // The Worker asks again when the first answer was lost.
    if (key.generation === next) return key
    // Unused new tokens mean a lost answer: the agent repeats its renewal. The code of generation 0 has no second use.
    const isLost = generation !== 0 && generation === key.previous && now <= (key.renewedAt ?? 0) + REFRESH_GRACE_MS
    if (isLost) return key
    if (key.generation !== generation) {
      this.remove(keyId, now)
      return 'reused'
    }
    const renewed = {
      ...{ ...key, generation: next, previous: generation, renewedAt: now },
      expiresAt: expiresAt ?? key.expiresAt,
    }
    this.put(renewed)
    return renewed
  }

  put(key: StoredKey): void {
    KEYS.put(this.#store, key)
    this.#keys.set(key.id, key)
  }

  /** False for an unknown key. */
  remove(id: string, now: number): boolean {
    KEYS.remove(this.#store, { id })
    this.days.forget(id)
    endRequests(this.#store, id, now)
    const isRemoved = this.#keys.delete(id)
    if (this.isEmpty) this.#forgetEvents()
    return isRemoved
  }

  removeAll(now: number): void {
    KEYS.removeAll(this.#store)
    this.days.forget(null)
    endRequests(this.#store, null, now)
    this.#keys.clear()
    this.#forgetEvents()
  }

  /** They are stored for programs alone. */
  #forgetEvents(): void {
    tableOf(channelEvent).removeAll(this.#store)
  }

  used({ keyId: id, address, generation }: KeyProof, now: number): void {
    const key = this.#keys.get(id)
    if (!key) return
    const isFirst = key.previous !== null && generation === key.generation
    const used = { ...key, lastUsedAt: now, lastAddress: address, ...(isFirst && { previous: null }) }
    this.#keys.set(id, used)
    if (!isFirst && now - (this.#writtenAt.get(id) ?? 0) < USE_WRITTEN_EVERY_MS) return
    this.#writtenAt.set(id, now)
    KEYS.put(this.#store, used)
  }
}

/** What a key allows one request, after its signature was found genuine. */
export function checkKey(key: StoredKey, proof: KeyProof, now: number): Outcome<null, KeyRefusal> {
  if (key.expiresAt <= now) return refuse('key_expired')
  if (key.addresses.length > 0 && !key.addresses.some((range) => isInRange(proof.address, range)))
    return refuse('key_address_refused')
  if (proof.scope !== null && !key.scopes.includes(proof.scope))
    return refuse('key_scope_missing', { scope: proof.scope })
  return checkRequestTime(proof, now)
}
