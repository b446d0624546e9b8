// PNG (W3C, third edition): chunks with a length, a name and a checksum. Kept are header, palette, transparency, picture data and
// the orientation; texts, times, profiles and everything private are left out.

import { type Outcome, done, refuse } from '../outcome'
import { UPRIGHT, readOrientation, sizeSeen, writeOrientation } from './exif'
import { type CleanImage, isDrawable, joinPieces, readUint32 } from './pieces'

type PngRefusal = 'image_broken' | 'image_dimensions_refused'

const SIGNATURE_BYTES = 8
/** Length, name and checksum around a chunk's data. */
const FRAME_BYTES = 12
/** Ten megabytes in chunks of one kilobyte; encoders write eight or more. */
const CHUNKS_MAX = 10_000
const KEPT: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/** Bit depths by colour type, as the standard allows them. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

interface Chunk {
  readonly name: string
  readonly data: Uint8Array
  readonly whole: Uint8Array
  readonly end: number
}

export function cleanPng(bytes: Uint8Array<ArrayBuffer>): Outcome<CleanImage, PngRefusal> {
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)]
  const names: string[] = []
  let at = SIGNATURE_BYTES
  let header: Uint8Array | null = null
  let orientation = UPRIGHT
  while (names.at(-1) !== 'IEND') {
    const chunk = readChunk(bytes, at)
    if (!chunk || kept.length > CHUNKS_MAX) return refuse('image_broken')
    at = chunk.end
    if (chunk.name === 'IHDR') header = chunk.data
    if (chunk.name === 'eXIf' && orientation === UPRIGHT) orientation = readOrientation(chunk.data)
    if (KEPT.has(chunk.name)) {
      kept.push(chunk.whole)
      // A row of data chunks is one thing.
      if (chunk.name !== 'IDAT' || names.at(-1) !== 'IDAT') names.push(chunk.name)
    } else if (!isAncillary(chunk.name)) return refuse('image_broken')
  }
  if (!header || !isHeader(header) || !isInOrder(names)) return refuse('image_broken')
  const width = readUint32(header, 0)
  const height = readUint32(header, 4)
  if (!isDrawable(width, height)) return refuse('image_dimensions_refused')
  const [signature, head, ...rest] = kept
  const turned = orientation === UPRIGHT ? [] : [writeChunk('eXIf', writeOrientation(orientation))]
  const whole = joinPieces([signature ?? new Uint8Array(), head ?? new Uint8Array(), ...turned, ...rest])
  return done({ type: 'image/png', ...sizeSeen({ width, height }, orientation), bytes: whole })
}

function readChunk(bytes: Uint8Array, at: number): Chunk | null {
  const length = readUint32(bytes, at)
  const end = at + FRAME_BYTES + length
  if (end > bytes.byteLength) return null
  const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
  if (!/^[A-Za-z]{4}$/.test(name)) return null
  if (checksum(bytes.subarray(at + 4, end - 4)) !== readUint32(bytes, end - 4)) return null
  return { name, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end), end }
}

function writeChunk(name: string, data: readonly number[]): Uint8Array {
  const named = Uint8Array.of(...Array.from(name, (letter) => letter.charCodeAt(0)), ...data)
  const framed = new Uint8Array(data.length + FRAME_BYTES)
  const view = new DataView(framed.buffer)
  view.setUint32(0, data.length)
  framed.set(named, 4)
  view.setUint32(framed.length - 4, checksum(named))
  return framed
}

/** A lower-case first letter marks a chunk that readers may ignore. */
const isAncillary = (name: string): boolean => /^[a-z]/.test(name)

const isHeader = (data: Uint8Array): boolean =>
  data.byteLength === 13 &&
  (DEPTHS[data[9] ?? -1] ?? []).includes(data[8] ?? 0) &&
  data[10] === 0 &&
  data[11] === 0 &&
  (data[12] ?? 2) <= 1

/** Header first, each kind once, palette and transparency before the picture. */
const isInOrder = (names: readonly string[]): boolean => /^IHDR (?:PLTE )?(?:tRNS )?IDAT IEND$/.test(names.join(' '))

/** CRC-32 of ISO 3309, as every chunk carries it. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})
