// Node's SHA-256 and Ed25519 for the log's tests, and keys that differ by a letter.

import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { pkcs8Of, rawKey, spkiOf } from '#domain/log/ed25519'
import { type KeyKind, type NoteSignature, type PublicKey, publicKeyOf, writeSecretKey } from '#domain/log/note'
import { utf8 } from '#domain/log/bytes'

export const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest())

const privateKeyOf = (seed: Uint8Array) =>
  createPrivateKey({ key: Buffer.from(pkcs8Of(seed)), format: 'der', type: 'pkcs8' })

export const signWith = (seed: Uint8Array, message: Uint8Array): Uint8Array =>
  new Uint8Array(sign(null, message, privateKeyOf(seed)))

export const verifySignature = (key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean =>
  verify(null, message, createPublicKey({ key: Buffer.from(spkiOf(key)), format: 'der', type: 'spki' }), signature)

export interface TestKey {
  readonly seed: Uint8Array
  readonly key: PublicKey
  readonly secret: string
}

export function testKey(name: string, kind: KeyKind, letter: number): TestKey {
  const seed = new Uint8Array(32).fill(letter)
  const key = rawKey(new Uint8Array(createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' })))
  const made = publicKeyOf(sha256, { name, kind, key })
  return { seed, key: made, secret: writeSecretKey({ name, kind, seed }, made.id) }
}

export const signNote = ({ seed, key }: TestKey, text: string): NoteSignature => ({
  name: key.name,
  id: key.id,
  signature: signWith(seed, utf8(text)),
})
