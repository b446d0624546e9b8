// Output scripts spendable by wallets of Bitcoin and derived chains. Other scripts decode as well, but coins sent to
// them are lost or free for anyone.

import { schnorr } from '@noble/curves/secp256k1.js'

const TAPROOT = 0x51
const [DUP, HASH160, EQUAL, EQUALVERIFY, CHECKSIG] = [0x76, 0xa9, 0x87, 0x88, 0xac]
const HASH_BYTES = 20

/** True for P2PKH and P2SH scripts with a non-zero hash. */
export function isHashScript(script: Uint8Array): boolean {
  const [first, second, third] = script
  if (first === DUP) {
    const isWhole = script.length === 25 && second === HASH160 && third === HASH_BYTES
    return isWhole && script[23] === EQUALVERIFY && script[24] === CHECKSIG && isSome(script.slice(3, 23))
  }
  const isWhole = script.length === 23 && first === HASH160 && second === HASH_BYTES
  return isWhole && script[22] === EQUAL && isSome(script.slice(2, 22))
}

/** SegWit version 0 (BIP 141) and 1 (BIP 341) with their defined lengths; later versions are undefined. */
export function isWitnessScript(script: Uint8Array): boolean {
  const [version, length] = script
  const program = script.slice(2)
  if (program.length !== length || !isSome(program)) return false
  if (version === 0) return length === 20 || length === 32
  return version === TAPROOT && length === 32 && isPoint(program)
}

const isSome = (bytes: Uint8Array): boolean => bytes.some((byte) => byte !== 0)

/** A key off the curve cannot sign. */
function isPoint(x: Uint8Array): boolean {
  try {
    schnorr.utils.lift_x(BigInt(`0x${[...x].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`))
    return true
  } catch {
    // No curve point has this coordinate.
    return false
  }
}
