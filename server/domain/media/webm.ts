// WebM (RFC 8794 with Matroska's names): nested elements that fill the file, with at least one track that browsers can draw. Tags and
// attached files are blanked in place.

import { type Outcome, done, refuse } from '../outcome'
import { type CleanMedia, type MediaRefusal, checkSize, lettersAt } from './bytes'

const ID = {
  head: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  coding: 0x86,
  picture: 0xe0,
  width: 0xb0,
  height: 0xba,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  chapters: 0x1043a770,
  void: 0xec,
  checksum: 0xbf,
} as const
/** Seek head, info and cues beside those that are looked into. */
const IN_SEGMENT = new Set<number>([
  ...[ID.cluster, ID.tracks, ID.tags, ID.attachments, ID.chapters, ID.void, ID.checksum],
  ...[0x114d9b74, 0x1549a966, 0x1c53bb6b],
])
const TELLING = new Set<number>([ID.tags, ID.attachments, ID.chapters])
const ELEMENTS_MAX = 500_000

interface Element {
  readonly id: number
  readonly start: number
  readonly body: number
  /** Null when the recorder didn't write it. */
  readonly end: number | null
}

export function checkWebm(bytes: Uint8Array<ArrayBuffer>): Outcome<CleanMedia, MediaRefusal> {
  const head = readElement(bytes, 0)
  const inHead = head?.end ? readAll(bytes, head.body, head.end) : null
  const docType = inHead?.find(({ id }) => id === ID.docType)
  if (!head?.end || !docType) return refuse('media_broken')
  if (textOf(bytes, docType) !== 'webm') return refuse('media_type_refused')
  const segment = readElement(bytes, head.end)
  if (segment?.id !== ID.segment || (segment.end ?? bytes.byteLength) !== bytes.byteLength)
    return refuse('media_broken')
  const parts = readSegment(bytes, segment.body)
  const tracks = parts?.find(({ id }) => id === ID.tracks)
  if (!parts || !tracks?.end || !parts.some(({ id }) => id === ID.cluster)) return refuse('media_broken')
  const pictures = (readAll(bytes, tracks.body, tracks.end) ?? [])
    .filter(({ id }) => id === ID.track)
    .map((track) => pictureOf(bytes, track))
    .filter((size) => size !== null)
  const [picture] = pictures
  if (!picture) return refuse('media_type_refused')
  const size = checkSize(picture, true)
  if (!size.ok) return size
  for (const part of parts) if (TELLING.has(part.id)) empty(bytes, part)
  return done({ type: 'video/webm', bytes })
}

/** Elements of the segment. A cluster of unknown length ends at the segment's next element. */
function readSegment(bytes: Uint8Array, from: number): Element[] | null {
  const parts: Element[] = []
  let count = 0
  let isInCluster = false
  for (let at = from; at < bytes.byteLength;) {
    const element = readElement(bytes, at)
    count += 1
    if (!element || count > ELEMENTS_MAX) return null
    if (IN_SEGMENT.has(element.id) && !(isInCluster && (element.id === ID.void || element.id === ID.checksum))) {
      parts.push(element)
      isInCluster = element.id === ID.cluster && element.end === null
      if (element.end === null && !isInCluster) return null
    } else if (!isInCluster || element.end === null) return null
    at = element.end ?? element.body
    if (at > bytes.byteLength) return null
  }
  return parts
}

function pictureOf(bytes: Uint8Array, track: Element): { readonly width: number; readonly height: number } | null {
  const parts = track.end ? (readAll(bytes, track.body, track.end) ?? []) : []
  const part = (wanted: number) => parts.find(({ id }) => id === wanted)
  const [type, coding, picture] = [part(ID.trackType), part(ID.coding), part(ID.picture)]
  if (!type || numberOf(bytes, type) !== 1 || !coding || !picture?.end) return null
  if (!/^V_(?:VP8|VP9|AV1)$/.test(textOf(bytes, coding))) return null
  const sizes = readAll(bytes, picture.body, picture.end) ?? []
  const size = (wanted: number): number => {
    const found = sizes.find(({ id }) => id === wanted)
    return found ? numberOf(bytes, found) : 0
  }
  return { width: size(ID.width), height: size(ID.height) }
}

/** The elements that fill this part exactly, each of known length; or null. */
function readAll(bytes: Uint8Array, from: number, to: number): Element[] | null {
  const elements: Element[] = []
  for (let at = from; at < to;) {
    const element = readElement(bytes, at)
    if (!element?.end || element.end > to || elements.length > 10_000) return null
    elements.push(element)
    at = element.end
  }
  return elements
}

function readElement(bytes: Uint8Array, start: number): Element | null {
  const idLength = Math.clz32(bytes[start] ?? 0) - 23
  if (idLength > 4) return null
  const id = bigEndian(bytes, start, idLength)
  const first = bytes[start + idLength] ?? 0
  const sizeLength = Math.clz32(first) - 23
  if (sizeLength > 8) return null
  const body = start + idLength + sizeLength
  // The length marker is removed first: all eight bytes would exceed the exact integers.
  const high = first - (0x100 >> sizeLength)
  const low = bigEndian(bytes, start + idLength + 1, sizeLength - 1)
  const isUnknown =
    high === 0xff >> sizeLength && bytes.subarray(start + idLength + 1, body).every((byte) => byte === 255)
  return { id, start, body, end: isUnknown ? null : body + high * 256 ** (sizeLength - 1) + low }
}

function bigEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let index = 0; index < length; index += 1) value = value * 256 + (bytes[at + index] ?? 0)
  return value
}

const textOf = (bytes: Uint8Array, { body, end }: Element): string =>
  lettersAt(bytes, body, Math.min((end ?? body) - body, 40)).replace(/\0+$/, '')
const numberOf = (bytes: Uint8Array, { body, end }: Element): number =>
  bigEndian(bytes, body, Math.min((end ?? body) - body, 6))

/** Overwrites an element with a void element of the same length. */
function empty(bytes: Uint8Array, { start, body, end }: Element): void {
  if (end === null) return
  const sizeLength = Math.min(8, body - start - 1)
  let size = end - start - 1 - sizeLength
  bytes.fill(0, start, end)
  bytes[start] = ID.void
  for (let at = start + sizeLength; at > start; at -= 1) {
    bytes[at] = size % 256
    size = Math.floor(size / 256)
  }
  bytes[start + 1] = (bytes[start + 1] ?? 0) | (0x100 >> sizeLength)
}
