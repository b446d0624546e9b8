// JPEG (ITU-T T.81): a row of segments, each with a length, and scans of coded data between them. Kept are tables, frame, scans and
// Adobe's twelve bytes about colour, and which way up the picture is; all other application data (Exif, thumbnails, profiles) and comments
// are left out.

import { type Outcome, done, refuse } from '../outcome'
import { UPRIGHT, readOrientation, sizeSeen, writeOrientation } from './exif'
import { type CleanImage, isDrawable, joinPieces, readUint16 } from './pieces'

type JpegRefusal = 'image_broken' | 'image_dimensions_refused'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const DHT = 0xc4
const DQT = 0xdb
const DRI = 0xdd
const APP1 = 0xe1
const APP14 = 0xee
const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0] as const
/** Baseline, extended and progressive frames of Huffman coding: what browsers draw. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
/** A progressive picture has some ten scans; thousands would keep a reader busy for minutes. */
const SCANS_MAX = 100
/** Most kept segments (tables and scans); real pictures have far fewer. */
const PIECES_MAX = 1_000

interface Segment {
  readonly marker: number
  /** Marker, length and body. */
  readonly whole: Uint8Array
  readonly body: Uint8Array
  /** Where the next thing begins. */
  readonly end: number
}

export function cleanJpeg(bytes: Uint8Array<ArrayBuffer>): Outcome<CleanImage, JpegRefusal> {
  const kept: Uint8Array[] = [Uint8Array.of(0xff, SOI)]
  let size: { readonly width: number; readonly height: number } | null = null
  let scans = 0
  let orientation = UPRIGHT
  let at = 2
  for (;;) {
    const segment = readSegment(bytes, at)
    if (!segment || kept.length > PIECES_MAX) return refuse('image_broken')
    at = segment.end
    if (segment.marker === EOI) break
    if (FRAMES.has(segment.marker)) {
      if (size || !isFrame(segment.body)) return refuse('image_broken')
      size = { width: readUint16(segment.body, 3), height: readUint16(segment.body, 1) }
      if (!isDrawable(size.width, size.height)) return refuse('image_dimensions_refused')
    }
    if (segment.marker === SOS) {
      scans += 1
      if (!size || scans > SCANS_MAX || !isScanHead(segment.body)) return refuse('image_broken')
      at = findScanEnd(bytes, segment.end)
      kept.push(segment.whole, bytes.subarray(segment.end, at))
    } else if (isKept(segment)) kept.push(segment.whole)
    else if (segment.marker === APP1 && orientation === UPRIGHT && isExif(segment.body))
      orientation = readOrientation(segment.body.subarray(EXIF.length))
    else if (!isLeftOut(segment.marker)) return refuse('image_broken')
  }
  if (!size || scans === 0) return refuse('image_broken')
  const [head, ...rest] = kept
  const turned = orientation === UPRIGHT ? [] : [writeSegment(orientation)]
  const bytesKept = joinPieces([head ?? new Uint8Array(), ...turned, ...rest, Uint8Array.of(0xff, EOI)])
  return done({ type: 'image/jpeg', ...sizeSeen(size, orientation), bytes: bytesKept })
}

/** Exif segment with the orientation only: browsers rotate the picture by it. */
function writeSegment(orientation: number): Uint8Array {
  const tiff = writeOrientation(orientation)
  return Uint8Array.of(0xff, APP1, 0, 2 + EXIF.length + tiff.length, ...EXIF, ...tiff)
}

const isExif = (body: Uint8Array): boolean => EXIF.every((byte, index) => body[index] === byte)

function readSegment(bytes: Uint8Array, from: number): Segment | null {
  if (bytes[from] !== 0xff) return null
  let at = from
  // Any number of 0xFF may fill the space before a marker.
  while (bytes[at] === 0xff) at += 1
  const marker = bytes[at]
  if (marker === undefined) return null
  if (marker === EOI) return { marker, whole: bytes.subarray(at, at), body: bytes.subarray(at, at), end: at + 1 }
  const length = readUint16(bytes, at + 1)
  const end = at + 1 + length
  if (length < 2 || end > bytes.byteLength) return null
  return { marker, whole: bytes.subarray(at - 1, end), body: bytes.subarray(at + 3, end), end }
}

/** End of the coded data: the first marker that is neither a restart marker nor a stuffed byte. */
function findScanEnd(bytes: Uint8Array, from: number): number {
  let at = from
  for (; at < bytes.byteLength; at += 1) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1]
    const isInside = next === 0 || (next !== undefined && next >= 0xd0 && next <= 0xd7)
    if (!isInside) return at
    at += 1
  }
  return at
}

function isKept({ marker, body }: Segment): boolean {
  if (FRAMES.has(marker)) return true
  if (marker === DQT) return hasTables(body, (head) => 64 * ((head >> 4) + 1))
  if (marker === DHT) return hasHuffmanTables(body)
  if (marker === DRI) return body.byteLength === 2
  return marker === APP14 && isAdobe(body)
}

/** Application data and comments. Anything else that is not kept (arithmetic coding, hierarchies) is no picture for a browser. */
const isLeftOut = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

const isFrame = (body: Uint8Array): boolean =>
  body[0] === 8 && [1, 3, 4].includes(body[5] ?? 0) && body.byteLength === 6 + 3 * (body[5] ?? 0)

const isScanHead = (body: Uint8Array): boolean => {
  const components = body[0] ?? 0
  return components >= 1 && components <= 4 && body.byteLength === 4 + 2 * components
}

const isAdobe = (body: Uint8Array): boolean =>
  body.byteLength === 12 && [0x41, 0x64, 0x6f, 0x62, 0x65].every((byte, index) => body[index] === byte)

/** Tables in sequence that fill the segment exactly, so no other data is hidden behind them. */
function hasTables(body: Uint8Array, lengthOf: (head: number, at: number) => number): boolean {
  let at = 0
  while (at < body.byteLength) at += 1 + lengthOf(body[at] ?? 0, at + 1)
  return at === body.byteLength && at > 0
}

const hasHuffmanTables = (body: Uint8Array): boolean =>
  hasTables(body, (_, at) => 16 + body.subarray(at, at + 16).reduce((sum, count) => sum + count, 0))
