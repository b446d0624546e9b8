// Shared parts of the media readers: results, reading of numbers in both byte orders and of names, and the size check of drawings.

import { type Outcome, done, refuse } from '../outcome'
import { isDrawable } from '../image/pieces'

export type MediaRefusal =
  | 'media_type_refused'
  | 'media_kind_differs'
  | 'media_broken'
  | 'media_too_small'
  | 'media_dimensions_refused'
  | 'file_too_large'

export interface CleanMedia {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const EDGE_MIN = 64
const VIDEO_EDGE_MAX = 4_096

export const uint16le = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
export const uint24le = (bytes: Uint8Array, at: number): number => uint16le(bytes, at) + (bytes[at + 2] ?? 0) * 0x10000
export const uint32le = (bytes: Uint8Array, at: number): number =>
  uint16le(bytes, at) + uint16le(bytes, at + 2) * 0x10000

/** Bytes as letters; fewer at the end of the file. */
export const lettersAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))

/** Empty pixels are no work, and a browser needs gigabytes for too many. */
export function checkSize(
  { width, height }: { readonly width: number; readonly height: number },
  isVideo = false,
): Outcome<null, 'media_too_small' | 'media_dimensions_refused'> {
  if (width < EDGE_MIN || height < EDGE_MIN) return refuse('media_too_small', { bound: String(EDGE_MIN) })
  const isTooLarge = isVideo ? Math.max(width, height) > VIDEO_EDGE_MAX : !isDrawable(width, height)
  return isTooLarge ? refuse('media_dimensions_refused') : done(null)
}
