// The log: leaves numbered per source, checkpoints over them, and proofs. Synchronous: leaves and the checkpoint that covers them are one
// transaction, so nothing is appended twice and no size is signed twice.

import { checkpoint, leaf, loggedReceipt, source } from '#db/log/schema'
import { assert } from '#domain/assert'
import { type Sha256, toHex, utf8 } from '#domain/log/bytes'
import { keyAfter, keyText, writeCheckpoint } from '#domain/log/checkpoint'
import { type Leaf, leafText } from '#domain/log/leaf'
import { NOTE_KEY, type PublicKey, type VerifySignature, writeNote, writePublicKey } from '#domain/log/note'
import { consistencyProof, inclusionProof } from '#domain/log/tree'
import type { Tick } from '#domain/quotes/chain'
import type { Store } from '../lib/store'
import { tableOf } from '../lib/table'
import {
  type ConsistencyAnswer,
  type InclusionAnswer,
  LEAVES_PER_BATCH,
  type LeafAnswer,
  type LogHead,
  type ReceiptPlace,
} from '../protocol/log'
import { type SymbolProof, findProof, putProofs, readProofs } from './tick-proofs'
import { StoredTree } from './tree'

const LEAVES = tableOf(leaf)
const SOURCES = tableOf(source)
const CHECKPOINTS = tableOf(checkpoint)
const RECEIPTS = tableOf(loggedReceipt)

/** A key with its secret half. */
export interface Signer {
  readonly key: PublicKey
  readonly sign: (message: Uint8Array) => Uint8Array
}

export interface LogCrypto {
  readonly sha256: Sha256
  readonly verify: VerifySignature
}

/** Current key, and the previous key during a change of keys. */
export interface Signers {
  readonly now: Signer
  readonly before: Signer | null
}

export class TransparencyLog {
  readonly #store: Store
  readonly #crypto: LogCrypto
  readonly #tree: StoredTree
  readonly #signer: Signer

  /** Throws when the stored log is signed by a key that neither signer is. */
  constructor(store: Store, crypto: LogCrypto, { now, before }: Signers) {
    assert(now.key.kind === NOTE_KEY, 'a log signs with a key for notes')
    this.#store = store
    this.#crypto = crypto
    this.#tree = new StoredTree(store, crypto.sha256)
    this.#signer = now
    this.#handOver(now, before)
  }

  get size(): number {
    return this.#tree.size
  }

  get key(): PublicKey {
    return this.#signer.key
  }

  /** Number of the newest leaf of a source, 0 before the first. */
  upTo(name: string): number {
    return SOURCES.first(this.#store, 'WHERE name = ?', name)?.upTo ?? 0
  }

  /** Appends leaves that are newer than their sources' newest, and signs a checkpoint over what no checkpoint covers. */
  append(leaves: readonly Leaf[], at: number): void {
    try {
      this.#store.runInTransaction(() => {
        for (const each of leaves) this.#append(each)
        this.#sign(at)
      })
    } catch (failure) {
      this.#tree.recount()
      throw failure
    }
  }

  head(size: number | null): LogHead | null {
    const signed =
      size === null
        ? CHECKPOINTS.first(this.#store, 'ORDER BY size DESC LIMIT 1')
        : CHECKPOINTS.first(this.#store, 'WHERE size = ?', size)
    if (!signed) return null
    const key = this.#keyAt(signed.size)
    const note = writeNote({
      text: this.#checkpointText(signed.size),
      signatures: [{ name: key.name, id: key.id, signature: signed.signature }],
    })
    return { key: writePublicKey(this.key), size: signed.size, at: signed.at, checkpoint: note }
  }

  inclusion(no: number, size: number | null): InclusionAnswer | null {
    const covering = size ?? this.#covered()
    if (!this.#isSigned(covering) || no >= covering) return null
    const row = LEAVES.first(this.#store, 'WHERE no = ?', no)
    if (!row) return null
    const path = inclusionProof(this.#tree.hashOf, no, covering).map(toHex)
    return { leaf: no, size: covering, text: leafText(row), path }
  }

  consistency(from: number, to: number): ConsistencyAnswer | null {
    if (from > to || !this.#isSigned(from) || !this.#isSigned(to)) return null
    return { from, to, path: consistencyProof(this.#tree.hashOf, from, to).map(toHex) }
  }

  leaves(from: number, limit: number): readonly LeafAnswer[] {
    const until = Math.min(this.#covered(), from + Math.min(limit, LEAVES_PER_BATCH))
    return LEAVES.rows(this.#store, 'WHERE no >= ? AND no < ? ORDER BY no', from, until)
  }

  /** First leaf of a source with this number or a higher one. */
  leafOf(name: string, number: number): LeafAnswer | null {
    const found = 'WHERE source = ? AND number >= ? ORDER BY number LIMIT 1'
    return LEAVES.first(this.#store, found, name, number) ?? null
  }

  /** A receipt's leaf, and what proves its ticks; null while unknown. */
  receipt(id: string): ReceiptPlace | null {
    const row = RECEIPTS.first(this.#store, 'WHERE id = ?', id)
    return row ? { leaf: row.leaf, ticks: readProofs(this.#store, id) } : null
  }

  /** Receipts whose ticks were not looked up yet. */
  unproven(limit: number): readonly { readonly id: string; readonly leaf: number }[] {
    return RECEIPTS.rows(this.#store, 'WHERE ticks IS NULL ORDER BY leaf LIMIT ?', limit)
  }

  /** Stored proof of a tick that another receipt uses. */
  proofOf(tick: Tick): SymbolProof | null {
    return findProof(this.#store, tick)
  }

  prove(id: string, proofs: readonly (SymbolProof | null)[]): void {
    putProofs(this.#store, id, proofs)
  }

  /** Leaf by which the stored key hands over to the signer's; the first leaf of a new log. */
  #handOver(now: Signer, before: Signer | null): void {
    const last = LEAVES.first(this.#store, "WHERE source = 'key' ORDER BY number DESC LIMIT 1")
    if (last && this.#keyAt(this.size).key.every((byte, index) => byte === now.key.key[index])) return
    assert(!last || before !== null, 'a new key of the log needs the one before it, to sign that it takes over')
    const text = keyText(now.key.name, last && before ? writePublicKey(before.key) : null, writePublicKey(now.key))
    const signatures = [...(last && before ? [before] : []), now].map(({ key, sign }) => {
      return { name: key.name, id: key.id, signature: sign(utf8(text)) }
    })
    const body = writeNote({ text, signatures })
    const known = last ? this.#keyAt(this.size) : null
    assert(keyAfter(this.#crypto, body, known) !== null, 'only the stored key of the log hands over to another')
    this.append([{ source: 'key', number: (last?.number ?? 0) + 1, body }], Date.now())
  }

  /** Key that signs checkpoints of a size. */
  #keyAt(size: number): PublicKey {
    let key: PublicKey | null = null
    for (const { no, body } of LEAVES.rows(this.#store, "WHERE source = 'key' ORDER BY number"))
      if (no < size) key = keyAfter(this.#crypto, body, key)
    assert(key !== null, 'a log begins with its key')
    return key
  }

  #append({ source: name, number, body }: Leaf): void {
    assert(name.length > 0 && !name.includes('\n'), 'a source is one line')
    if (number <= this.upTo(name)) return
    const no = this.#tree.append({ source: name, number, body })
    SOURCES.put(this.#store, { name, upTo: number })
    if (name === 'receipt') RECEIPTS.ensure(this.#store, { id: body, leaf: no, ticks: null })
  }

  #sign(at: number): void {
    const { size } = this
    if (size === 0 || this.#isSigned(size)) return
    const signature = this.#signer.sign(utf8(this.#checkpointText(size)))
    CHECKPOINTS.insert(this.#store, { size, at, signature })
  }

  #checkpointText(size: number): string {
    return writeCheckpoint({ origin: this.key.name, size, root: this.#tree.root(size) })
  }

  #covered(): number {
    return CHECKPOINTS.last(this.#store, 'size')
  }

  #isSigned(size: number): boolean {
    return CHECKPOINTS.count(this.#store, 'WHERE size = ?', size) > 0
  }
}
