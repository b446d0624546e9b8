// Pictures that strangers send. A picture is known by its content, never by its name or by what the sender says; and only what
// draws it is kept: no metadata, no comments, nothing before its first or after its last part.

import { type Outcome, refuse } from '../outcome'
import { cleanJpeg } from './jpeg'
import type { CleanImage } from './pieces'
import { cleanPng } from './png'

export type ImageRefusal = 'image_type_refused' | 'image_broken' | 'image_dimensions_refused' | 'file_too_large'

export const IMAGE_MB_MAX = 10
export const IMAGE_BYTES_MAX = IMAGE_MB_MAX * 1024 * 1024

/** The same picture without anything that does not draw it. */
export function cleanImage(bytes: Uint8Array<ArrayBuffer>): Outcome<CleanImage, ImageRefusal> {
  if (bytes.byteLength > IMAGE_BYTES_MAX) return refuse('file_too_large', { bound: String(IMAGE_MB_MAX) })
  if (startsWith(bytes, JPEG_START)) return cleanJpeg(bytes)
  if (startsWith(bytes, PNG_START)) return cleanPng(bytes)
  return refuse('image_type_refused')
}

const JPEG_START = [0xff, 0xd8, 0xff]
const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)
