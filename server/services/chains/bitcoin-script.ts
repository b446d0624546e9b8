// Which output scripts the wallets of Bitcoin and its kin can spend from. An address of another kind decodes well, and coins sent to it are
// anybody's or nobody's.

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

/** SegWit of versions 0 (BIP 141) and 1 (BIP 341) in the lengths that they define; what later versions will be is not decided. */
export function isWitnessScript(script: Uint8Array): boolean {
  const [version, length] = script
  const program = script.slice(2)
  if (program.length !== length || !isSome(program)) return false
  if (version === 0) return length === 20 || length === 32
  return version === TAPROOT && length === 32 && isPoint(program)
}

const isSome = (bytes: Uint8Array): boolean => bytes.some((byte) => byte !== 0)

/** A key that lies on no curve signs nothing. */
function isPoint(x: Uint8Array): boolean {
  try {
    schnorr.utils.lift_x(BigInt(`0x${[...x].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`))
    return true
  } catch {
    // There is no point with this coordinate.
    return false
  }
}
