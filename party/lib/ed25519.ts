// Ed25519 signatures, by the runtime's own cryptography.

/** Key and signature as hex, the text as UTF-8. False for a key or signature of the wrong length. */
export async function isSignedBy(publicKey: string, text: string, signature: string): Promise<boolean> {
  const [key, signed] = [Buffer.from(publicKey, 'hex'), Buffer.from(signature, 'hex')]
  if (key.length !== 32 || signed.length !== 64) return false
  const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', imported, signed, new TextEncoder().encode(text))
}
