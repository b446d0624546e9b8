// Derives each user's deposit address from an extended public key (BIP-32), so no private key is needed here. The path below the key is
// 0/<index>; the wallet that holds the private key finds the money there.

import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { bytesToHex, hexToBytes } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { findNetworkFacts } from '#domain/funds/network'
import { assert } from '#domain/assert'
import { writeAddress } from './address'

/** Maximum non-hardened index, derivable from the public key. */
const INDEX_MAX = 0x7fffffff

export function deriveAddress(xpub: string, network: string, index: number): string {
  assert(Number.isInteger(index) && index >= 0 && index <= INDEX_MAX, 'an index is not hardened')
  const key = HDKey.fromExtendedKey(xpub).deriveChild(0).deriveChild(index)
  const { publicKey, identifier } = key
  assert(publicKey !== null && identifier !== undefined, 'a derived key has its public half')
  switch (findNetworkFacts(network)?.family) {
    case 'evm':
      return evmAddress(publicKey)
    case 'tron':
      return writeAddress(network, Uint8Array.of(0x41, ...hexToBytes(evmAddress(publicKey))))
    case 'bitcoin':
      return writeAddress(network, lockingScript(network, identifier))
    default:
      throw new TypeError(`${network} has no addresses for single users`)
  }
}

/** From the compressed key that BIP-32 derives. */
const evmAddress = (publicKey: Uint8Array) =>
  publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(false)))

/** Pay to the public key's hash: SegWit v0, except on Dogecoin, which has no SegWit. */
const lockingScript = (network: string, keyHash: Uint8Array): Uint8Array =>
  network === 'DOGE' ? Uint8Array.of(0x76, 0xa9, 0x14, ...keyHash, 0x88, 0xac) : Uint8Array.of(0x00, 0x14, ...keyHash)
