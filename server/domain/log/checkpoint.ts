// Checkpoints of C2SP (c2sp.org/tlog-checkpoint): a note with the log's name, its size and root; and cosignatures of witnesses
// (c2sp.org/tlog-cosignature), which sign the time of their look together with the checkpoint.

import { HASH_LENGTH, type Sha256, fromBase64, joined, sameBytes, readUint64, toBase64, uint64, utf8 } from './bytes'
import {
  COSIGNATURE_KEY,
  NOTE_KEY,
  type Note,
  type NoteSignature,
  type PublicKey,
  type VerifySignature,
  isKeyName,
  isSignedBy,
  readNote,
  readPublicKey,
  writePublicKey,
} from './note'

export interface Checkpoint {
  /** Name of the log. */
  readonly origin: string
  /** Leaves. */
  readonly size: number
  readonly root: Uint8Array
}

export const writeCheckpoint = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`

/** Null for anything but the three lines that this log writes: it has no extension lines. */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin = '', sizeText = '', rootText = '', end, ...more] = text.split('\n')
  const root = fromBase64(rootText)
  const size = /^(?:0|[1-9]\d{0,15})$/.test(sizeText) ? parseInt(sizeText, 10) : null
  if (!isKeyName(origin) || size === null || !Number.isSafeInteger(size)) return null
  return root?.length === HASH_LENGTH && end === '' && more.length === 0 ? { origin, size, root } : null
}

export interface SignedCheckpoint extends Checkpoint {
  readonly note: Note
}

/** A checkpoint with a valid signature of the log's key; null without. */
export function openCheckpoint(verify: VerifySignature, text: string, key: PublicKey): SignedCheckpoint | null {
  const note = readNote(text)
  const checkpoint = note && readCheckpoint(note.text)
  if (!note || checkpoint?.origin !== key.name || !isSignedBy(verify, note, key)) return null
  return { ...checkpoint, note }
}

/** What a witness signs: the time in seconds, then the checkpoint. */
export const cosignedText = (seconds: number, checkpoint: string): string =>
  `cosignature/v1\ntime ${seconds}\n${checkpoint}`

export const cosignatureOf = (key: PublicKey, seconds: number, signature: Uint8Array): NoteSignature => ({
  name: key.name,
  id: key.id,
  signature: joined(uint64(seconds), signature),
})

const TIME_LENGTH = 8

/** When a witness cosigned a checkpoint, in seconds; null without its valid cosignature. */
export function cosignedAt(verify: VerifySignature, { text, signatures }: Note, key: PublicKey): number | null {
  if (key.kind !== COSIGNATURE_KEY) return null
  for (const { name, id, signature } of signatures) {
    if (name !== key.name || !sameBytes(id, key.id) || signature.length <= TIME_LENGTH) continue
    const seconds = readUint64(signature)
    if (seconds === null) continue
    if (verify(key.key, utf8(cosignedText(seconds, text)), signature.slice(TIME_LENGTH))) return seconds
  }
  return null
}

/** Name of the log that continues another from a backup. The instant differs at each restore, so no two continuations share a name. */
export const restoredName = (origin: string, at: number): string => `${origin}${RESTORED}${at}`
const RESTORED = '/restored/'

/** True if the log's name marks a restoration from a backup of the other log, or of the original that both continue. */
export const isRestoredFrom = (origin: string, before: string): boolean =>
  origin !== before && origin.includes(RESTORED) && origin.split(RESTORED)[0] === before.split(RESTORED)[0]

/** Leaves of the backup that a restored log continues, and their root. */
export type Restored = Pick<Checkpoint, 'size' | 'root'>

/**
 * Text of a `key` leaf: old and new key sign a change of keys, the first key of a log signs alone. A restored log also signs the size and root
 * that it continues.
 */
export function keyText(origin: string, before: string | null, key: string, restored: Restored | null = null): string {
  const text = before === null ? `${origin}\nkey\n${key}\n` : `${origin}\nkey\n${key}\ninstead of\n${before}\n`
  return restored === null ? text : `${text}restored from\n${restored.size}\n${toBase64(restored.root)}\n`
}

/** What a restored log continues, as its `key` leaf says; null for another leaf. */
export function restoredFrom(leaf: string): Restored | null {
  const [origin, , , , , word, size, root] = readNote(leaf)?.text.split('\n') ?? []
  return word === 'restored from' ? readCheckpoint(`${origin}\n${size}\n${root}\n`) : null
}

/** New key of a `key` leaf; null when a required signature is missing. */
export function keyAfter(
  { sha256, verify }: { readonly sha256: Sha256; readonly verify: VerifySignature },
  leaf: string,
  before: PublicKey | null,
): PublicKey | null {
  const note = readNote(leaf)
  const [origin = '', , written = ''] = note?.text.split('\n') ?? []
  const key = readPublicKey(sha256, written)
  if (!note || key?.kind !== NOTE_KEY || key.name !== origin || !isSignedBy(verify, note, key)) return null
  if (note.text !== keyText(origin, before && writePublicKey(before), written, restoredFrom(leaf))) return null
  return before === null || isSignedBy(verify, note, before) ? key : null
}
