// GIF (87a and 89a): a screen, and blocks up to the trailer. Pictures, their timing and repeat count are kept; comments, texts, application
// data and bytes after the end are removed.

import { joinPieces } from '../image/pieces'
import { type Outcome, done, refuse } from '../outcome'
import { type CleanMedia, type MediaRefusal, checkSize, lettersAt, uint16le } from './bytes'

const FRAMES_MAX = 1_000
/** Pixels of all frames together, which a browser decodes per loop. */
const PIXELS_MAX = 1_000_000_000
const SCREEN_BYTES = 13
const CONTROL = 0xf9
const APPLICATION = 0xff

export function cleanGif(bytes: Uint8Array<ArrayBuffer>): Outcome<CleanMedia, MediaRefusal> {
  const version = lettersAt(bytes, 0, 6)
  if (version !== 'GIF87a' && version !== 'GIF89a') return refuse('media_type_refused')
  const screen = { width: uint16le(bytes, 6), height: uint16le(bytes, 8) }
  const size = checkSize(screen)
  if (!size.ok) return size
  let at = SCREEN_BYTES + tableBytes(bytes[10] ?? 0)
  const kept: Uint8Array[] = [bytes.subarray(0, at)]
  let frames = 0
  for (;;) {
    const block = readBlock(bytes, at, screen)
    if (!block) return refuse('media_broken')
    if (block.isKept) kept.push(bytes.subarray(at, block.end))
    if (block.isEnd) break
    if (block.isFrame) frames += 1
    at = block.end
  }
  if (frames === 0) return refuse('media_broken')
  if (frames > FRAMES_MAX || frames * screen.width * screen.height > PIXELS_MAX)
    return refuse('media_dimensions_refused')
  return done({ type: 'image/gif', bytes: joinPieces(kept) })
}

interface Block {
  readonly end: number
  readonly isKept: boolean
  readonly isFrame?: boolean
  readonly isEnd?: boolean
}

/** Null for an unknown block. */
function readBlock(
  bytes: Uint8Array,
  at: number,
  screen: { readonly width: number; readonly height: number },
): Block | null {
  const mark = bytes[at]
  if (mark === 0x3b) return { end: at + 1, isKept: true, isEnd: true }
  if (mark === 0x21) {
    const label = bytes[at + 1]
    const end = endOfPieces(bytes, at + 2)
    if (end === null) return null
    const repeats = label === APPLICATION && /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(lettersAt(bytes, at + 3, 11))
    return { end, isKept: label === CONTROL || repeats }
  }
  if (mark !== 0x2c) return null
  const isInside =
    uint16le(bytes, at + 1) + uint16le(bytes, at + 5) <= screen.width &&
    uint16le(bytes, at + 3) + uint16le(bytes, at + 7) <= screen.height
  const codes = at + 10 + tableBytes(bytes[at + 9] ?? 0)
  const codeBits = bytes[codes] ?? 0
  const end = endOfPieces(bytes, codes + 1)
  if (!isInside || codeBits < 2 || codeBits > 8 || end === null) return null
  return { end, isKept: true, isFrame: true }
}

/** Of the table of colours that these flags announce. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Where a row of pieces ends, each with its length before it and an empty one last; null when the file ends first. */
function endOfPieces(bytes: Uint8Array, from: number): number | null {
  let at = from
  for (;;) {
    const length = bytes[at]
    if (length === undefined) return null
    at += length + 1
    if (length === 0) return at
  }
}
