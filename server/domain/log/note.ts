// Signed notes of C2SP (c2sp.org/signed-note): text, an empty line, and lines of signatures by named keys. Keys are written as
// "name+hash+base64"; the secret half of one begins with "PRIVATE+KEY+".

import { type Sha256, fromBase64, fromHex, joined, sameBytes, toBase64, toHex, utf8 } from './bytes'

/** First byte of a key: the kind of its signed message. */
export const NOTE_KEY = 1
/** A witness signs the time together with the checkpoint (c2sp.org/tlog-cosignature). */
export const COSIGNATURE_KEY = 4
export type KeyKind = typeof NOTE_KEY | typeof COSIGNATURE_KEY

export interface PublicKey {
  readonly name: string
  readonly kind: KeyKind
  /** Ed25519. */
  readonly key: Uint8Array
  /** First four bytes of the key's hash; they lead each signature. */
  readonly id: Uint8Array
}

export interface SecretKey {
  readonly name: string
  readonly kind: KeyKind
  /** Ed25519 seed. */
  readonly seed: Uint8Array
}

export interface NoteSignature {
  readonly name: string
  readonly id: Uint8Array
  readonly signature: Uint8Array
}

export interface Note {
  /** Ends with a line break. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

const KEY_LENGTH = 32
const ID_LENGTH = 4
const SIGNATURES_MAX = 64
const NOTE_LENGTH_MAX = 1_000_000
const NAME = /^[^\s+\u0000-\u001f\u007f]+$/u

export const isKeyName = (name: string): boolean => NAME.test(name)

const keyId = (sha256: Sha256, name: string, kind: KeyKind, key: Uint8Array): Uint8Array =>
  sha256(joined(utf8(`${name}\n`), Uint8Array.of(kind), key)).slice(0, ID_LENGTH)

export const publicKeyOf = (sha256: Sha256, { name, kind, key }: Omit<PublicKey, 'id'>): PublicKey => ({
  name,
  kind,
  key,
  id: keyId(sha256, name, kind, key),
})

export const writePublicKey = ({ name, kind, key, id }: PublicKey): string =>
  `${name}+${toHex(id)}+${toBase64(joined(Uint8Array.of(kind), key))}`

/** Null for an unknown kind of key, or a wrong hash. */
export function readPublicKey(sha256: Sha256, text: string): PublicKey | null {
  const parts = readKeyParts(text)
  if (parts === null) return null
  const made = publicKeyOf(sha256, parts)
  return sameBytes(made.id, parts.id) ? made : null
}

export const writeSecretKey = ({ name, kind, seed }: SecretKey, id: Uint8Array): string =>
  `PRIVATE+KEY+${name}+${toHex(id)}+${toBase64(joined(Uint8Array.of(kind), seed))}`

/** Whoever derives the public half compares its id. */
export function readSecretKey(text: string): (SecretKey & { readonly id: Uint8Array }) | null {
  const [, rest] = /^PRIVATE\+KEY\+(.+)$/.exec(text) ?? []
  const parts = rest === undefined ? null : readKeyParts(rest)
  return parts && { name: parts.name, kind: parts.kind, seed: parts.key, id: parts.id }
}

function readKeyParts(text: string): PublicKey | null {
  const [, name = '', hash = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? []
  const [id, bytes] = [fromHex(hash), fromBase64(encoded)]
  if (!isKeyName(name) || id?.length !== ID_LENGTH || bytes?.length !== KEY_LENGTH + 1) return null
  const kind = bytes[0]
  if (kind !== NOTE_KEY && kind !== COSIGNATURE_KEY) return null
  return { name, kind, id, key: bytes.slice(1) }
}

export const writeSignature = ({ name, id, signature }: NoteSignature): string =>
  `\u2014 ${name} ${toBase64(joined(id, signature))}\n`

export const writeNote = ({ text, signatures }: Note): string => `${text}\n${signatures.map(writeSignature).join('')}`

/** Null for anything but a whole note. */
export function readNote(note: string): Note | null {
  if (note.length > NOTE_LENGTH_MAX || /[\u0000-\u0009\u000b-\u001f]/.test(note)) return null
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return null
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > SIGNATURES_MAX) return null
  const signatures = lines.map(readSignature)
  return signatures.every((signature) => signature !== null) ? { text: note.slice(0, end + 1), signatures } : null
}

function readSignature(line: string): NoteSignature | null {
  const [, name = '', encoded = ''] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? []
  const bytes = fromBase64(encoded)
  if (!isKeyName(name) || bytes === null || bytes.length <= ID_LENGTH) return null
  return { name, id: bytes.slice(0, ID_LENGTH), signature: bytes.slice(ID_LENGTH) }
}

/** Ed25519 check. */
export type VerifySignature = (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

/** Whether a note bears a valid signature of a log's key. */
export const isSignedBy = (verify: VerifySignature, { text, signatures }: Note, key: PublicKey): boolean =>
  signatures.some(
    ({ name, id, signature }) =>
      key.kind === NOTE_KEY && name === key.name && sameBytes(id, key.id) && verify(key.key, utf8(text), signature),
  )
