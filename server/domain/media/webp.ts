// WebP (RFC 9649): chunks in a RIFF. Kept are the picture and its transparency; profiles, places and comments are left out. Pictures that
// move are sent as GIF or video.

import { joinPieces } from '../image/pieces'
import { type Outcome, done, refuse } from '../outcome'
import { type CleanMedia, type MediaRefusal, checkSize, lettersAt, uint16le, uint24le, uint32le } from './bytes'
import { type RiffChunk, readRiff, writeRiff } from './riff'

const MOVES = 0x02
const TRANSPARENT = 0x10

export function cleanWebp(bytes: Uint8Array<ArrayBuffer>): Outcome<CleanMedia, MediaRefusal> {
  const chunks = readRiff(bytes)
  if (!chunks) return refuse('media_broken')
  const [first] = chunks
  const pictures = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L')
  const picture = pictures[0]
  const isExtended = first?.name === 'VP8X'
  if (isExtended && (first.data[0] ?? 0) & MOVES) return refuse('media_type_refused')
  if (!first || !picture || pictures.length > 1 || (!isExtended && first !== picture)) return refuse('media_broken')
  const drawn = sizeOf(picture)
  if (!drawn) return refuse('media_broken')
  if (isExtended && !isCanvas(first, drawn)) return refuse('media_broken')
  const size = checkSize(drawn)
  if (!size.ok) return size
  const alpha = chunks.find(({ name }) => name === 'ALPH')
  const kept = isExtended ? [plainHeader(first), ...(alpha ? [alpha] : []), picture] : [picture]
  return done({ type: 'image/webp', bytes: writeRiff('WEBP', kept) })
}

/** The header without flags of removed chunks. */
function plainHeader({ name, data }: RiffChunk): RiffChunk {
  return { name, data: joinPieces([Uint8Array.of((data[0] ?? 0) & TRANSPARENT), data.subarray(1)]) }
}

const isCanvas = ({ data }: RiffChunk, { width, height }: { readonly width: number; readonly height: number }) =>
  data.byteLength === 10 && uint24le(data, 4) + 1 === width && uint24le(data, 7) + 1 === height

function sizeOf({ name, data }: RiffChunk): { readonly width: number; readonly height: number } | null {
  if (name === 'VP8L') {
    const bits = uint32le(data, 1)
    return data[0] === 0x2f ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : null
  }
  const isKeyFrame = ((data[0] ?? 1) & 1) === 0 && lettersAt(data, 3, 3) === '\x9d\x01\x2a'
  return isKeyFrame ? { width: uint16le(data, 6) & 0x3fff, height: uint16le(data, 8) & 0x3fff } : null
}
