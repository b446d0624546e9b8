// RIFF: a sequence of named chunks with lengths, padded to even size.

import { joinPieces } from '../image/pieces'
import { lettersAt, uint32le } from './bytes'

export interface RiffChunk {
  readonly name: string
  readonly data: Uint8Array
}

const HEAD_BYTES = 12
const CHUNKS_MAX = 1_000

/** All chunks, or null when they don't fill the announced size. Bytes after it are ignored. */
export function readRiff(bytes: Uint8Array): RiffChunk[] | null {
  const end = 8 + uint32le(bytes, 4)
  if (end > bytes.byteLength) return null
  const chunks: RiffChunk[] = []
  for (let at = HEAD_BYTES; at < end;) {
    const length = uint32le(bytes, at + 4)
    const stop = at + 8 + length
    if (stop > end || chunks.length > CHUNKS_MAX) return null
    chunks.push({ name: lettersAt(bytes, at, 4), data: bytes.subarray(at + 8, stop) })
    at = stop + (length % 2)
  }
  return chunks
}

export function writeRiff(form: string, chunks: readonly RiffChunk[]): Uint8Array<ArrayBuffer> {
  const parts = chunks.flatMap(({ name, data }) => [
    named(name),
    little(data.byteLength),
    data,
    new Uint8Array(data.byteLength % 2),
  ])
  const size = 4 + parts.reduce((sum, part) => sum + part.byteLength, 0)
  return joinPieces([named('RIFF'), little(size), named(form), ...parts])
}

const named = (name: string): Uint8Array => new TextEncoder().encode(name)
const little = (value: number): Uint8Array =>
  Uint8Array.of(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255)
