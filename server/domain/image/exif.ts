// Orientation of a picture (Exif tag 0x0112 of the main picture); all other Exif data is dropped.

const ORIENTATION = 0x0112
/** 2 to 8 are the other orientations. */
export const UPRIGHT = 1

/** Reads the tag from a TIFF block; invalid data counts as upright. */
export function readOrientation(tiff: Uint8Array): number {
  const isLittle = tiff[0] === 0x49
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const isInside = (at: number, length: number) => at + length <= tiff.byteLength
  if (!isInside(0, 8) || view.getUint16(2, isLittle) !== 42) return UPRIGHT
  const table = view.getUint32(4, isLittle)
  if (!isInside(table, 2)) return UPRIGHT
  const entries = view.getUint16(table, isLittle)
  for (let index = 0; index < entries; index += 1) {
    const at = table + 2 + index * 12
    if (!isInside(at, 12)) return UPRIGHT
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue
    const value = view.getUint16(at + 8, isLittle)
    return value >= 1 && value <= 8 ? value : UPRIGHT
  }
  return UPRIGHT
}

/** TIFF block with the orientation tag only. */
export const writeOrientation = (orientation: number): readonly number[] =>
  // prettier-ignore
  [
    0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1,
    ORIENTATION >> 8, ORIENTATION & 0xff, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
  ]

interface Size {
  readonly width: number
  readonly height: number
}

/** Displayed size: orientations from 5 on swap width and height. */
export const sizeSeen = ({ width, height }: Size, orientation: number): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height }
