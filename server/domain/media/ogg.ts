// Ogg (RFC 3533) with Opus or Vorbis in it: one stream of pages, numbered, each with its checksum, from a first to a last.

import { readUint32 } from '../image/pieces'
import { type Outcome, done, refuse } from '../outcome'
import { type CleanMedia, type MediaRefusal, lettersAt, uint32le } from './bytes'

const HEAD_BYTES = 27
const FIRST = 0x02

export function checkOgg(bytes: Uint8Array<ArrayBuffer>): Outcome<CleanMedia, MediaRefusal> {
  const stream = uint32le(bytes, 14)
  let at = 0
  let number = 0
  while (at < bytes.byteLength) {
    const end = pageEnd(bytes, at)
    const isFirst = ((bytes[at + 5] ?? 0) & FIRST) !== 0
    if (end === null || isFirst !== (number === 0)) return refuse('media_broken')
    if (uint32le(bytes, at + 14) !== stream || uint32le(bytes, at + 18) !== number) return refuse('media_broken')
    if (checksum(bytes, at, end) !== uint32le(bytes, at + 22)) return refuse('media_broken')
    if (number === 0 && !/^(?:OpusHead|\x01vorbis)/.test(lettersAt(bytes, at + HEAD_BYTES + (bytes[at + 26] ?? 0), 8)))
      return refuse('media_type_refused')
    at = end
    number += 1
  }
  // A head, its comments, and sound.
  return number < 3 ? refuse('media_broken') : done({ type: 'audio/ogg', bytes })
}

function pageEnd(bytes: Uint8Array, at: number): number | null {
  if (lettersAt(bytes, at, 4) !== 'OggS' || bytes[at + 4] !== 0) return null
  const pieces = bytes[at + 26] ?? 0
  const lengths = bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + pieces)
  const end = lengths.reduce((sum, length) => sum + length, at + HEAD_BYTES + pieces)
  return end > bytes.byteLength ? null : end
}

/** CRC-32 of polynomial 0x04c11db7, not reflected, over a page with its own checksum taken for zero. */
function checksum(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0
  for (let at = from; at < to; at += 1) {
    const isOwn = at >= from + 22 && at < from + 26
    crc = ((crc << 8) ^ (TABLE[((crc >>> 24) ^ (isOwn ? 0 : (bytes[at] ?? 0))) & 255] ?? 0)) >>> 0
  }
  return crc
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = readUint32(Uint8Array.of(index, 0, 0, 0), 0)
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  return crc >>> 0
})
