// Addresses of each network: checked by their checksums, and written in one canonical form under which they are stored.

import {
  decodeAdaAddress,
  decodeBtcAddress,
  decodeDogeAddress,
  decodeDotAddress,
  decodeLtcAddress,
  decodeSolAddress,
  decodeTrxAddress,
  decodeXrpAddress,
  encodeAdaAddress,
  encodeBtcAddress,
  encodeDogeAddress,
  encodeDotAddress,
  encodeLtcAddress,
  encodeSolAddress,
  encodeTrxAddress,
  encodeXrpAddress,
} from '@ensdomains/address-encoder/coders'
import { bytesToHex, getAddress, hexToBytes, isAddress } from 'viem'
import { type Outcome, done, refuse } from '#domain/outcome'

interface Coder {
  readonly decode: (text: string) => Uint8Array
  readonly encode: (bytes: Uint8Array) => string
  /** Refuses what the library accepts and the network does not. */
  readonly isFit?: (bytes: Uint8Array) => boolean
}

const evm: Coder = { decode: decodeEvm, encode: (bytes) => getAddress(bytesToHex(bytes)) }

const CODERS: Readonly<Record<string, Coder>> = {
  BTC: { decode: decodeBtcAddress, encode: encodeBtcAddress },
  LTC: { decode: decodeLtcAddress, encode: encodeLtcAddress },
  DOGE: { decode: decodeDogeAddress, encode: encodeDogeAddress },
  ERC20: evm,
  BEP20: evm,
  AVAX: evm,
  TRC20: {
    decode: decodeTrxAddress,
    encode: encodeTrxAddress,
    isFit: (bytes) => isLong(bytes, 21) && bytes[0] === 0x41,
  },
  SOL: { decode: decodeSolAddress, encode: encodeSolAddress, isFit: (bytes) => isLong(bytes, 32) },
  XRP: { decode: decodeXrpAddress, encode: encodeXrpAddress, isFit: (bytes) => isLong(bytes, 21) && bytes[0] === 0 },
  ADA: { decode: decodeAdaAddress, encode: encodeAdaAddress },
  DOT: { decode: decodeDotAddress, encode: encodeDotAddress, isFit: (bytes) => isLong(bytes, 32) },
}

const isLong = (bytes: Uint8Array, length: number): boolean => bytes.byteLength === length

/** Hexadecimal letters in one case carry no checksum; in mixed case they must match it (EIP-55). */
function decodeEvm(text: string): Uint8Array {
  const lower = text.toLowerCase()
  const isUpper = text === `0x${lower.slice(2).toUpperCase()}`
  const hex = isUpper ? lower : text
  if (!isAddress(hex)) throw new TypeError('not an Ethereum address')
  return hexToBytes(hex)
}

const LENGTH_MAX = 128

/** The address in its network's canonical form. */
export function checkAddress(
  network: string,
  text: string,
): Outcome<string, 'address_malformed' | 'network_not_found'> {
  const coder = CODERS[network]
  if (!coder) return refuse('network_not_found')
  const bytes = text.length > LENGTH_MAX ? null : decode(coder, text)
  if (!bytes) return refuse('address_malformed', { network })
  return done(coder.encode(bytes))
}

function decode({ decode: read, isFit }: Coder, text: string): Uint8Array | null {
  try {
    const bytes = read(text)
    return isFit && !isFit(bytes) ? null : bytes
  } catch {
    // Every coder throws at malformed input.
    return null
  }
}

/** The canonical address of raw bytes. */
export function writeAddress(network: string, bytes: Uint8Array): string {
  const coder = CODERS[network]
  if (!coder) throw new TypeError(`there is no address coder for ${network}`)
  return coder.encode(bytes)
}
