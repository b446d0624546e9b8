// Small pictures built by hand, with optional extra segments.

const SOI = [0xff, 0xd8]
const EOI = [0xff, 0xd9]
const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)]
const uint16 = (value: number): number[] => [(value >> 8) & 255, value & 255]
const uint32 = (value: number): number[] => [...uint16(value >>> 16), ...uint16(value & 0xffff)]

/** A segment of a JPEG. */
export const segment = (marker: number, body: readonly number[]): number[] => [
  0xff,
  marker,
  ...uint16(body.length + 2),
  ...body,
]

interface Extras {
  readonly width?: number
  readonly height?: number
  /** Segments before the frame. */
  readonly before?: readonly number[]
  /** Behind the end of the picture. */
  readonly after?: string
}

/** One grey block, or more by size; the server never decodes it in tests. */
export function makeJpeg({ width = 8, height = 8, before = [], after = '' }: Extras = {}): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...SOI,
    ...before,
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(0xc0, [8, ...uint16(height), ...uint16(width), 1, 1, 0x11, 0]),
    ...segment(0xc4, [0x00, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    ...segment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    0x3f,
    ...EOI,
    ...bytesOf(after),
  ])
}

export function makePng({
  chunks = [],
  after = '',
}: { chunks?: readonly number[]; after?: string } = {}): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', [...uint32(1), ...uint32(1), 8, 0, 0, 0, 0]),
    ...chunks,
    // One white pixel: deflate, stored.
    ...chunk('IDAT', [0x78, 0x01, 0x01, 2, 0, 0xfd, 0xff, 0, 0xff, 0x02, 0x00, 0x01, 0x00]),
    ...chunk('IEND', []),
    ...bytesOf(after),
  ])
}

/** A chunk of a PNG, with its checksum. */
export function chunk(name: string, data: readonly number[]): number[] {
  const named = [...bytesOf(name), ...data]
  return [...uint32(data.length), ...named, ...uint32(crc32(named))]
}

function crc32(bytes: readonly number[]): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** As a browser posts a file. */
export function pictureForm(bytes: Uint8Array<ArrayBuffer>, name = 'picture.jpg', type = 'image/jpeg'): FormData {
  const form = new FormData()
  form.set('file', new File([bytes], name, { type }))
  return form
}

/** Reference without the query that grants access to the picture. */
export const pathOf = (reference: string): string => reference.split('?')[0] ?? ''
