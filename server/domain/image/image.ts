// Check of uploaded pictures. A picture is recognised by the magic bytes of its content, never by name or declared MIME type; only the parts that draw it are kept: no
// metadata, comments, or data before the first or after the last part.

import { type Outcome, refuse } from '../outcome'
import { cleanJpeg } from './jpeg'
import type { CleanImage } from './pieces'
import { cleanPng } from './png'

export type ImageRefusal = 'image_type_refused' | 'image_broken' | 'image_dimensions_refused' | 'file_too_large'

export const IMAGE_MB_MAX = 10
export const IMAGE_BYTES_MAX = IMAGE_MB_MAX * 1024 * 1024

/** The picture without any part that doesn't draw it. */
export function checkPicture(bytes: Uint8Array<ArrayBuffer>): Outcome<CleanImage, ImageRefusal> {
  if (bytes.byteLength > IMAGE_BYTES_MAX) return refuse('file_too_large', { bound: String(IMAGE_MB_MAX) })
  if (startsWith(bytes, JPEG_START)) return cleanJpeg(bytes)
  if (startsWith(bytes, PNG_START)) return cleanPng(bytes)
  return refuse('image_type_refused')
}

const JPEG_START = [0xff, 0xd8, 0xff]
const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)
