// The log: leaves numbered per source, checkpoints over them, and proofs. Synchronous: leaves and the checkpoint that covers them are one
// transaction, so nothing is appended twice and no size is signed twice.

import { checkpoint, leaf, loggedReceipt, source } from '#db/log/schema'
import { assert } from '#domain/assert'
import { type Sha256, sameBytes, toHex, utf8 } from '#domain/log/bytes'
import { keyAfter, keyText, restoredName, writeCheckpoint } from '#domain/log/checkpoint'
import { type Leaf, leafText, roundsIn } from '#domain/log/leaf'
import {
  NOTE_KEY,
  type PublicKey,
  type VerifySignature,
  publicKeyOf,
  writeNote,
  writePublicKey,
} from '#domain/log/note'
import { consistencyProof, inclusionProof } from '#domain/log/tree'
import type { Tick } from '#domain/quotes/chain'
import type { Store } from '../lib/store'
import { type RowOf, tableOf } from '../lib/table'
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

export interface NewLeaf extends Leaf {
  /** Text of the source's newest entry below the leaf; by default the leaf's body. */
  readonly newest?: string
}

export class TransparencyLog {
  readonly #store: Store
  readonly #crypto: LogCrypto
  readonly #tree: StoredTree
  readonly #signer: Signer
  /** Stored row of each source read so far; null when the source has no row. */
  readonly #newest = new Map<string, RowOf<typeof source> | null>()

  /** Throws when the stored log is signed by a key that neither signer is. */
  constructor(store: Store, crypto: LogCrypto, { now, before }: Signers) {
    assert(now.key.kind === NOTE_KEY, 'a log signs with a key for notes')
    this.#store = store
    this.#crypto = crypto
    this.#tree = new StoredTree(store, crypto.sha256)
    const restoredAt = this.upTo('restored')
    this.#signer = restoredAt === 0 ? now : this.#named(now, restoredName(now.key.name, restoredAt))
    this.#handOver(before === null ? [now] : [now, before])
  }

  get size(): number {
    return this.#tree.size
  }

  get key(): PublicKey {
    return this.#signer.key
  }

  /** Number of the newest entry of a source, 0 before the first. */
  upTo(name: string): number {
    return this.newest(name)?.upTo ?? 0
  }

  /** Newest entry of a source that was read, with its text; null before the first. */
  newest(name: string): { readonly upTo: number; readonly newest: string } | null {
    const known = this.#newest.get(name)
    if (known !== undefined) return known
    const stored = SOURCES.first(this.#store, 'WHERE name = ?', name) ?? null
    this.#newest.set(name, stored)
    return stored
  }

  /** Leaf of a source's largest number, the first of it; null without one. It stays where the source goes back. */
  highest(name: string): Leaf | null {
    return LEAVES.first(this.#store, 'WHERE source = ? ORDER BY number DESC, no LIMIT 1', name) ?? null
  }

  /** Appends leaves that are newer than their sources' newest, and signs a checkpoint over what no checkpoint covers. */
  append(leaves: readonly NewLeaf[], at: number): void {
    this.#write(at, () => {
      for (const each of leaves) this.#append(each)
    })
  }

  /** Logs that a source lost its newest entries, then reads every entry again and appends the missing ones. */
  goBack(name: string, at: number): void {
    const { upTo } = this.newest(name) ?? { upTo: 0 }
    this.#write(at, () => {
      this.#append({ source: 'rollback', number: this.upTo('rollback') + 1, body: `${name} ${upTo}` })
      this.#note({ name, upTo: 0, newest: '' })
    })
  }

  head(size: number | null): LogHead | null {
    const signed =
      size === null
        ? CHECKPOINTS.first(this.#store, 'ORDER BY size DESC LIMIT 1')
        : CHECKPOINTS.first(this.#store, 'WHERE size = ?', size)
    if (!signed) return null
    const key = this.#keyAt(signed.size)
    const note = writeNote({
      text: this.#checkpointText(key.name, signed.size),
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

  /** Leaves under the newest checkpoint, starting at a number; of one source if named. */
  leaves(from: number, limit: number, name: string | null = null): readonly LeafAnswer[] {
    const found = 'WHERE no >= ? AND no < ? AND (? IS NULL OR source = ?) ORDER BY no LIMIT ?'
    const count = Math.min(limit, LEAVES_PER_BATCH)
    return LEAVES.rows(this.#store, found, from, this.#covered(), name, name, count)
  }

  /** Leaves of a source whose number is in a range, in their order: a source that went back has several. */
  leavesOf(name: string, from: number, until: number): readonly LeafAnswer[] {
    const found = 'WHERE source = ? AND number >= ? AND number < ? ORDER BY no'
    return LEAVES.rows(this.#store, found, name, from, until)
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
  #handOver(secrets: readonly Signer[]): void {
    const { size } = this
    const [now, known] = [this.#signer, size === 0 ? null : this.#keyAt(size)]
    if (known && writePublicKey(known) === writePublicKey(now.key)) return
    const held = known && secrets.find(({ key }) => sameBytes(key.key, known.key))
    assert(held !== undefined, 'a new key of the log needs the stored one before it, to sign that it takes over')
    const before = held && known && this.#named(held, known.name)
    const restoredAt = this.upTo('restored')
    // A key that changes after the restore keeps the log's name.
    const isRestored = known && restoredAt > 0 && !known.name.endsWith(restoredName('', restoredAt))
    const text = keyText(
      now.key.name,
      before && writePublicKey(before.key),
      writePublicKey(now.key),
      isRestored ? { size, root: this.#tree.root(size) } : null,
    )
    const signatures = [...(before ? [before] : []), now].map(({ key, sign }) => {
      return { name: key.name, id: key.id, signature: sign(utf8(text)) }
    })
    const body = writeNote({ text, signatures })
    assert(keyAfter(this.#crypto, body, known) !== null, 'only the stored key of the log hands over to another')
    this.append([{ source: 'key', number: this.upTo('key') + 1, body }], Date.now())
  }

  #named({ key, sign }: Signer, name: string): Signer {
    return { key: publicKeyOf(this.#crypto.sha256, { ...key, name }), sign }
  }

  /** Key that signs checkpoints of a size. */
  #keyAt(size: number): PublicKey {
    let key: PublicKey | null = null
    for (const { no, body } of LEAVES.rows(this.#store, "WHERE source = 'key' ORDER BY number"))
      if (no < size) key = keyAfter(this.#crypto, body, key)
    assert(key !== null, 'a log begins with its key')
    return key
  }

  #write(at: number, write: () => void): void {
    try {
      this.#store.runInTransaction(() => {
        const { size } = this
        write()
        if (this.size > size) this.#sign(at)
      })
    } catch (failure) {
      this.#tree.recount()
      this.#newest.clear()
      throw failure
    }
  }

  #note(entry: RowOf<typeof source>): void {
    SOURCES.put(this.#store, entry)
    this.#newest.set(entry.name, entry)
  }

  #append({ source: name, number, body, newest = body }: NewLeaf): void {
    assert(name.length > 0 && !name.includes('\n'), 'a source is one line')
    if (number <= this.upTo(name)) return
    this.#note({ name, upTo: number, newest })
    if (this.upTo('rollback') > 0 && this.#isLogged({ source: name, number, body })) return
    const no = this.#tree.append({ source: name, number, body })
    if (name === 'receipt') RECEIPTS.insert(this.#store, { id: body, leaf: no, ticks: null })
  }

  /** True if the log has the entry of a source that went back; receipts are compared without their number. */
  #isLogged({ source: name, number, body }: Leaf): boolean {
    if (name === 'receipt') return RECEIPTS.count(this.#store, 'WHERE id = ?', body) > 0
    const same = name === 'rounds' ? roundsIn : String
    return this.leavesOf(name, number, number + 1).some((leaf) => same(leaf.body) === same(body))
  }

  #sign(at: number): void {
    const { size } = this
    const signature = this.#signer.sign(utf8(this.#checkpointText(this.key.name, size)))
    CHECKPOINTS.insert(this.#store, { size, at, signature })
  }

  #checkpointText(origin: string, size: number): string {
    return writeCheckpoint({ origin, size, root: this.#tree.root(size) })
  }

  #covered(): number {
    return CHECKPOINTS.last(this.#store, 'size')
  }

  #isSigned(size: number): boolean {
    return CHECKPOINTS.count(this.#store, 'WHERE size = ?', size) > 0
  }
}
