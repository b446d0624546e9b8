// Address validation per network by checksum. Addresses are stored as typed and may differ from the canonical form only
// in letter case, on case-insensitive networks; other spellings are refused.

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
import { isHashScript, isWitnessScript } from './bitcoin-script'
import { losesCoins } from './lost-addresses'

interface Coder {
  readonly decode: (text: string) => Uint8Array
  readonly encode: (bytes: Uint8Array) => string
  /** Rejects addresses accepted by the library but invalid on the network. */
  readonly isFit?: (bytes: Uint8Array) => boolean
  /** Addresses that may be written in capitals. */
  readonly isCaseless?: RegExp
}

const evm: Coder = { decode: decodeEvm, encode: (bytes) => getAddress(bytesToHex(bytes)), isCaseless: /^0x/ }
const isSpendable = (script: Uint8Array): boolean => isHashScript(script) || isWitnessScript(script)

const CODERS: Readonly<Record<string, Coder>> = {
  BTC: { decode: decodeBtcAddress, encode: encodeBtcAddress, isFit: isSpendable, isCaseless: /^bc1/i },
  LTC: { decode: decodeLtcAddress, encode: encodeLtcAddress, isFit: isSpendable, isCaseless: /^ltc1/i },
  DOGE: { decode: decodeDogeAddress, encode: encodeDogeAddress, isFit: isHashScript },
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
  ADA: { decode: decodeAdaAddress, encode: encodeAdaAddress, isFit: isCardano, isCaseless: /^addr1/i },
  DOT: { decode: decodeDotAddress, encode: encodeDotAddress, isFit: (bytes) => isLong(bytes, 32) },
}

/** Cardano mainnet address by CIP 19 with a payment key or script, in the length of its kind; or a Byron address (CBOR). */
function isCardano(bytes: Uint8Array): boolean {
  const header = bytes[0] ?? 0xff
  const kind = header >> 4
  if (kind === 8) return true
  if ((header & 0x0f) !== 1) return false
  if (kind <= 3) return bytes.length === 57
  return kind <= 5 ? bytes.length > 29 && bytes.length <= 59 : kind <= 7 && bytes.length === 29
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

export type AddressFault =
  | 'address_malformed'
  | 'address_loses_coins'
  | 'address_written_otherwise'
  | 'network_not_found'

/** Canonical form of an address; the typed text differs at most in letter case. */
export function checkAddress(network: string, text: string): Outcome<string, AddressFault> {
  const coder = CODERS[network]
  if (!coder) return refuse('network_not_found')
  const read = text.length > LENGTH_MAX ? null : decode(coder, text)
  if (!read) return refuse('address_malformed', { network })
  const { written } = read
  if (losesCoins(network, read)) return refuse('address_loses_coins', { network })
  if (written === text || isOtherCase(coder, { written, text })) return done(written)
  // Litecoin's own script addresses begin with M; one with 3 may be a Bitcoin address.
  return network === 'LTC' && /^3/.test(text)
    ? refuse('address_written_otherwise', { network, address: written })
    : refuse('address_malformed', { network })
}

function decode(
  { decode: read, encode, isFit }: Coder,
  text: string,
): { readonly bytes: Uint8Array; readonly written: string } | null {
  try {
    const bytes = read(text)
    return isFit && !isFit(bytes) ? null : { bytes, written: encode(bytes) }
  } catch {
    // Coders throw on malformed input, some only during re-encoding.
    return null
  }
}

/** Bech32 forbids mixed case; for an Ethereum address in mixed case the checksum has decided. */
const isOtherCase = ({ isCaseless }: Coder, { written, text }: { readonly written: string; readonly text: string }) =>
  isCaseless?.test(text) === true && written.toLowerCase() === text.toLowerCase()

/** The canonical address of raw bytes. */
export function writeAddress(network: string, bytes: Uint8Array): string {
  const coder = CODERS[network]
  if (!coder) throw new TypeError(`there is no address coder for ${network}`)
  return coder.encode(bytes)
}
