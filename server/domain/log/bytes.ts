// Bytes of the log as text: base64 in signed notes, hex on the wire. Readers refuse any but the one canonical spelling.

/** SHA-256, supplied by the runtime. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

export const HASH_LENGTH = 32

const encoder = new TextEncoder()

export const utf8 = (text: string): Uint8Array => encoder.encode(text)

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

export const sameBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, index) => byte === right[index])

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** Null when the text is not what `toBase64` writes. */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return null
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : null
}

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Null for anything but pairs of lower-case digits. */
export function fromHex(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return null
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => parseInt(text.slice(index * 2, index * 2 + 2), 16))
}

/** Big-endian, of an integer below 2^53. */
export function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

/** The first eight bytes; null for an integer of 2^53 or more. */
export function readUint64(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const value = view.getUint32(0) * 2 ** 32 + view.getUint32(4)
  return Number.isSafeInteger(value) ? value : null
}
