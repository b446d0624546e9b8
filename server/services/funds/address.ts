// Addresses of each network: told from nonsense by their checksums, and written in the one form under which we keep them.

import {
  decodeAdaAddress,
  decodeBtcAddress,
  decodeDogeAddress,
  decodeDotAddress,
  decodeEthAddress,
  decodeLtcAddress,
  decodeSolAddress,
  decodeTrxAddress,
  decodeXrpAddress,
  encodeAdaAddress,
  encodeBtcAddress,
  encodeDogeAddress,
  encodeDotAddress,
  encodeEthAddress,
  encodeLtcAddress,
  encodeSolAddress,
  encodeTrxAddress,
  encodeXrpAddress,
} from '@ensdomains/address-encoder/coders'
import { type Outcome, done, refuse } from '#domain/outcome'

interface Coder {
  readonly decode: (text: string) => Uint8Array
  readonly encode: (bytes: Uint8Array) => string
  /** What the library lets pass and the network would not. */
  readonly isFit?: (bytes: Uint8Array) => boolean
}

const evm: Coder = { decode: decodeEvm, encode: encodeEthAddress }

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

/** Letters of one case carry no checksum and are taken; of both cases, they must be the checksum's. */
function decodeEvm(text: string): Uint8Array {
  const hex = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1]
  if (hex === undefined) throw new TypeError('not an address of forty hexadecimal digits')
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  const isOneCase = hex === hex.toLowerCase() || hex === hex.toUpperCase()
  return isOneCase ? bytes : decodeEthAddress(text)
}

const LENGTH_MAX = 128

/** The address as its network writes it; refused when it is none. */
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
    // Every coder throws at what is not an address of its own.
    return null
  }
}

/** The address of raw bytes, as the network's own rules have them. */
export function writeAddress(network: string, bytes: Uint8Array): string {
  const coder = CODERS[network]
  if (!coder) throw new TypeError(`no addresses are known of ${network}`)
  return coder.encode(bytes)
}
