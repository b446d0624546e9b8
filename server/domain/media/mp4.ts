// MP4 (ISO 14496-12): nested boxes that fill the file, with at least one track that browsers can draw. Boxes with location or authoring
// data are blanked in place, because other boxes refer to file offsets.

import { readUint16, readUint32 } from '../image/pieces'
import { type Outcome, done, refuse } from '../outcome'
import { type CleanMedia, type MediaRefusal, checkSize, lettersAt } from './bytes'

const BRANDS = /^(?:isom|iso[2-9]|mp4[12]|avc1|dash|M4V )$/
const PICTURE_CODINGS = new Set(['avc1', 'avc3', 'av01', 'vp09', 'vp08'])
const PLAYED = new Set(['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'mfra', 'free', 'skip', 'wide'])
const BLANKED_IN_MOVIE = new Set(['udta', 'meta', 'uuid'])
const BOXES_MAX = 100_000

interface Box {
  readonly name: string
  readonly start: number
  /** Range of its content. */
  readonly body: number
  readonly end: number
}

export function checkMp4(bytes: Uint8Array<ArrayBuffer>): Outcome<CleanMedia, MediaRefusal> {
  const boxes = readBoxes(bytes, 0, bytes.byteLength)
  const [first] = boxes ?? []
  if (!boxes || first?.name !== 'ftyp') return refuse('media_broken')
  if (!BRANDS.test(lettersAt(bytes, first.body, 4))) return refuse('media_type_refused')
  const movies = boxes.filter(({ name }) => name === 'moov')
  const [movie] = movies
  if (!movie || movies.length > 1 || !boxes.some(({ name }) => name === 'mdat')) return refuse('media_broken')
  const inMovie = childrenOf(bytes, movie)
  if (!inMovie) return refuse('media_broken')
  const drawn = inMovie.filter(({ name }) => name === 'trak').map((track) => pictureOf(bytes, track))
  const pictures = drawn.filter((size) => size !== null)
  if (pictures.length === 0) return refuse('media_type_refused')
  for (const picture of pictures) {
    const size = checkSize(picture, true)
    if (!size.ok) return size
  }
  const telling = [
    ...boxes.filter(({ name }) => !PLAYED.has(name)),
    ...inMovie.filter(({ name }) => BLANKED_IN_MOVIE.has(name)),
    ...inMovie
      .filter(({ name }) => name === 'trak')
      .flatMap((track) => (childrenOf(bytes, track) ?? []).filter(({ name }) => BLANKED_IN_MOVIE.has(name))),
  ]
  for (const box of telling) blank(bytes, box)
  return done({ type: 'video/mp4', bytes })
}

/** Picture size of a track; null without a picture, or for a codec that browsers don't support. */
function pictureOf(bytes: Uint8Array, track: Box): { readonly width: number; readonly height: number } | null {
  const media = findIn(bytes, track, 'mdia')
  const handler = media && findIn(bytes, media, 'hdlr')
  if (!handler || lettersAt(bytes, handler.body + 8, 4) !== 'vide') return null
  const information = findIn(bytes, media, 'minf')
  const table = information && findIn(bytes, information, 'stbl')
  const codings = table && findIn(bytes, table, 'stsd')
  // Version and flags, and how many codings follow.
  const coding = codings && readBoxes(bytes, codings.body + 8, codings.end)?.[0]
  if (!coding || !PICTURE_CODINGS.has(coding.name)) return null
  return { width: readUint16(bytes, coding.body + 24), height: readUint16(bytes, coding.body + 26) }
}

const childrenOf = (bytes: Uint8Array, { body, end }: Box): Box[] | null => readBoxes(bytes, body, end)

const findIn = (bytes: Uint8Array, box: Box, wanted: string): Box | undefined =>
  childrenOf(bytes, box)?.find(({ name }) => name === wanted)

/** The boxes that fill this part exactly, or null. */
function readBoxes(bytes: Uint8Array, from: number, to: number): Box[] | null {
  const boxes: Box[] = []
  for (let at = from; at < to;) {
    const named = readUint32(bytes, at)
    const isLong = named === 1
    const length = isLong ? readUint32(bytes, at + 8) * 2 ** 32 + readUint32(bytes, at + 12) : named || to - at
    const body = at + (isLong ? 16 : 8)
    const end = at + length
    if (end < body || end > to || boxes.length >= BOXES_MAX) return null
    boxes.push({ name: lettersAt(bytes, at + 4, 4), start: at, body, end })
    at = end
  }
  return boxes
}

function blank(bytes: Uint8Array, { start, body, end }: Box): void {
  bytes.set(new TextEncoder().encode('free'), start + 4)
  bytes.fill(0, body, end)
}
