// Addresses that are derived from an extended public key: each user has one of their own, and no private key is anywhere near.
// The path below the key is 0/<index>; a wallet that holds the private key finds the money there.

import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { HDKey } from '@scure/bip32'
import { findNetworkFacts } from '#domain/funds/network'
import { assert } from '#domain/assert'
import { writeAddress } from './address'

/** Below it an index is not hardened, so a public key is enough. */
const INDEX_MAX = 0x7fffffff

export function deriveAddress(xpub: string, network: string, index: number): string {
  assert(Number.isInteger(index) && index >= 0 && index <= INDEX_MAX, 'an index is not hardened')
  const key = HDKey.fromExtendedKey(xpub).deriveChild(0).deriveChild(index)
  const { publicKey, identifier } = key
  assert(publicKey !== null && identifier !== undefined, 'a derived key has its public half')
  switch (findNetworkFacts(network)?.family) {
    case 'evm':
      return writeAddress(network, keccakTail(publicKey))
    case 'tron':
      return writeAddress(network, Uint8Array.of(0x41, ...keccakTail(publicKey)))
    case 'bitcoin':
      return writeAddress(network, lockingScript(network, identifier))
    default:
      throw new TypeError(`${network} has no addresses of one's own`)
  }
}

/** The last twenty bytes of the hash of the whole public key. */
function keccakTail(publicKey: Uint8Array): Uint8Array {
  const whole = secp256k1.ProjectivePoint.fromHex(publicKey).toRawBytes(false)
  return keccak_256(whole.subarray(1)).subarray(12)
}

/** Pay to the hash of the key: as a witness where the network knows them, in the old form where it does not. */
const lockingScript = (network: string, keyHash: Uint8Array): Uint8Array =>
  network === 'DOGE' ? Uint8Array.of(0x76, 0xa9, 0x14, ...keyHash, 0x88, 0xac) : Uint8Array.of(0x00, 0x14, ...keyHash)
