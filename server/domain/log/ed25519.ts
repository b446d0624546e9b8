// DER wrappings around raw Ed25519 keys (RFC 8410): crypto libraries take keys in these forms only.

import { joined } from './bytes'

const PKCS8 = Uint8Array.of(
  0x30,
  0x2e,
  0x02,
  0x01,
  0x00,
  0x30,
  0x05,
  0x06,
  0x03,
  0x2b,
  0x65,
  0x70,
  0x04,
  0x22,
  0x04,
  0x20,
)
const SPKI = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00)

export const pkcs8Of = (seed: Uint8Array): Uint8Array => joined(PKCS8, seed)
export const spkiOf = (key: Uint8Array): Uint8Array => joined(SPKI, key)
/** The raw key at the end of its DER form. */
export const rawKey = (spki: Uint8Array): Uint8Array => spki.slice(SPKI.length)
