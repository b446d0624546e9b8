// Small media files built by hand, with optional extra blocks; and the gallery's files.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const bytesOf = (text: string): number[] => [...Buffer.from(text, 'latin1')]
const uint16 = (value: number): number[] => [(value >> 8) & 255, value & 255]
const uint32 = (value: number): number[] => [...uint16(value >>> 16), ...uint16(value & 0xffff)]
const little = (value: number): number[] => uint32(value).reverse()
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)

export const galleryFile = (name: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(readFileSync(join(import.meta.dirname, '../../public/gallery-media', name)))

/** Frames of 128 kbit/s at 44.1 kHz, between a tag before and one behind. */
export const makeMp3 = ({ frames = 5, before = '', after = '' } = {}): Uint8Array<ArrayBuffer> => {
  const frame = [0xff, 0xfb, 0x90, 0, ...zeros(413)]
  const tag = before === '' ? [] : [...bytesOf('ID3\x04\0\0'), 0, 0, 0, before.length, ...bytesOf(before)]
  const behind = after === '' ? [] : [...bytesOf('TAG'), ...bytesOf(after.padEnd(125, '\0'))]
  return Uint8Array.from([...tag, ...Array.from({ length: frames }, () => frame).flat(), ...behind])
}

export const box = (name: string, body: readonly number[]): number[] => [
  ...uint32(body.length + 8),
  ...bytesOf(name),
  ...body,
]

interface Mp4 {
  readonly brand?: string
  readonly width?: number
  readonly height?: number
  readonly coding?: string
  readonly more?: readonly number[]
  readonly inMovie?: readonly number[]
}

export function makeMp4({ brand = 'isom', width = 320, height = 240, coding = 'avc1', ...rest }: Mp4 = {}) {
  const entry = box(coding, [...zeros(24), ...uint16(width), ...uint16(height), ...zeros(50)])
  const table = box('stbl', box('stsd', [...zeros(4), ...uint32(1), ...entry]))
  const handler = box('hdlr', [...zeros(8), ...bytesOf('vide'), ...zeros(13)])
  const track = box('trak', box('mdia', [...handler, ...box('minf', table)]))
  const movie = box('moov', [...box('mvhd', zeros(100)), ...track, ...(rest.inMovie ?? [])])
  const head = box('ftyp', [...bytesOf(brand), ...zeros(4), ...bytesOf('mp42')])
  return Uint8Array.from([...head, ...movie, ...box('mdat', zeros(40)), ...(rest.more ?? [])])
}

/** An element of WebM, its length in four bytes. */
export const element = (id: number, body: readonly number[]): number[] => {
  const name = uint32(id)
  return [
    ...name.slice(name.findIndex((byte) => byte !== 0)),
    0x10 | (body.length >> 24),
    ...uint32(body.length).slice(1),
    ...body,
  ]
}

interface Webm {
  readonly docType?: string
  readonly width?: number
  readonly height?: number
  readonly coding?: string
  readonly more?: readonly number[]
}

export const tags = (words: string): number[] => element(0x1254c367, bytesOf(words))

export function makeWebm({ docType = 'webm', width = 320, height = 240, coding = 'V_VP9', more = [] }: Webm = {}) {
  const picture = element(0xe0, [...element(0xb0, uint16(width)), ...element(0xba, uint16(height))])
  const track = element(0xae, [...element(0x83, [1]), ...element(0x86, bytesOf(coding)), ...picture])
  const cluster = element(0x1f43b675, [...element(0xe7, [0]), ...element(0xa3, zeros(20))])
  return Uint8Array.from([
    ...element(0x1a45dfa3, element(0x4282, bytesOf(docType))),
    ...element(0x18538067, [...element(0x1654ae6b, track), ...cluster, ...more]),
  ])
}

/** A page of Ogg with its checksum. */
export function oggPage(
  number: number,
  body: readonly number[],
  flags: number,
  { stream = 7, version = 0 } = {},
): number[] {
  const head = [...bytesOf('OggS'), version, flags, ...zeros(8), ...little(stream), ...little(number)]
  const page = (crc: number): number[] => [...head, ...little(crc), 1, body.length, ...body]
  let crc = 0
  for (const byte of page(0)) {
    crc = (crc ^ (byte << 24)) >>> 0
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1) >>> 0) >>> 0
  }
  return page(crc)
}

export const makeOgg = (codec = 'OpusHead'): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...oggPage(0, [...bytesOf(codec), ...zeros(11)], 2),
    ...oggPage(1, bytesOf('OpusTags'), 0),
    ...oggPage(2, zeros(60), 4),
  ])

/** One grey frame on a screen of this size, after the extra blocks. */
export const makeGif = ({ width = 64, height = 64, before = [] as readonly number[] } = {}): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...bytesOf('GIF89a'),
    ...[width & 255, width >> 8, height & 255, height >> 8, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...before,
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0, 0x3b],
  ])
export const gifComment = (words: string): number[] => [0x21, 0xfe, words.length, ...bytesOf(words), 0]

export const makeWav = ({ rate = 8_000, more = [] as readonly number[] } = {}): Uint8Array<ArrayBuffer> => {
  const format = [1, 0, 1, 0, ...little(rate), ...little(rate), 1, 0, 8, 0]
  const chunks = [...bytesOf('fmt '), ...little(16), ...format, ...more, ...bytesOf('data'), ...little(8), ...zeros(8)]
  return Uint8Array.from([...bytesOf('RIFF'), ...little(chunks.length + 4), ...bytesOf('WAVE'), ...chunks])
}
export const wavNote = (words: string): number[] => [...bytesOf('LIST'), ...little(words.length), ...bytesOf(words)]

/** A lossless picture of this size without pixel data, which the header doesn't reveal. */
export const makeWebp = ({ width = 64, height = 64, more = [] as readonly number[] } = {}): Uint8Array<ArrayBuffer> => {
  const bits = (((height - 1) << 14) | (width - 1)) >>> 0
  const chunks = [...bytesOf('VP8L'), ...little(6), 0x2f, ...little(bits), 0, ...more]
  return Uint8Array.from([...bytesOf('RIFF'), ...little(chunks.length + 4), ...bytesOf('WEBP'), ...chunks])
}
