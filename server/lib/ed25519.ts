// Ed25519 by the runtime's own library, with raw keys.

import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { assert } from '#domain/assert'
import { type Sha256, sameBytes } from '#domain/log/bytes'
import { pkcs8Of, rawKey, spkiOf } from '#domain/log/ed25519'
import { type PublicKey, type SecretKey, type VerifySignature, publicKeyOf } from '#domain/log/note'

/** Signer of a secret key; throws for malformed text or a wrong hash. */
export function ed25519Signer(
  sha256: Sha256,
  secret: (SecretKey & { readonly id: Uint8Array }) | null,
): { readonly key: PublicKey; readonly sign: (message: Uint8Array) => Uint8Array } {
  assert(secret !== null, 'a key of the log is written as scripts/log-key.mjs prints it')
  const { name, kind, seed, id } = secret
  const privateKey = createPrivateKey({ key: Buffer.from(pkcs8Of(seed)), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const key = publicKeyOf(sha256, { name, kind, key: rawKey(new Uint8Array(spki)) })
  assert(sameBytes(key.id, id), 'a key of the log has its own hash')
  return { key, sign: (message) => new Uint8Array(sign(null, message, privateKey)) }
}

export const verifyEd25519: VerifySignature = (key, message, signature) =>
  verify(null, message, createPublicKey({ key: Buffer.from(spkiOf(key)), format: 'der', type: 'spki' }), signature)

/** For keys of programs: key and signature as hex, the text as UTF-8. False for a key or signature of the wrong length. */
export function isSignedWithEd25519(publicKey: string, text: string, signature: string): boolean {
  const [key, signed] = [Buffer.from(publicKey, 'hex'), Buffer.from(signature, 'hex')]
  return key.length === 32 && signed.length === 64 && verifyEd25519(key, new TextEncoder().encode(text), signed)
}
