// Shared parts of the picture readers: the cleaned picture, number reading, size limits, and joining of kept parts.

export interface CleanImage {
  readonly type: 'image/jpeg' | 'image/png'
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

const EDGE_MAX = 12_000
const PIXELS_MAX = 50_000_000

/** A picture that a browser would need gigabytes to draw is refused, however small its file is. */
export const isDrawable = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= EDGE_MAX && height <= EDGE_MAX && width * height <= PIXELS_MAX

/** Two bytes, the larger first; 0 behind the end. */
export const readUint16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

/** Four bytes, the largest first; 0 behind the end. */
export const readUint32 = (bytes: Uint8Array, at: number): number =>
  readUint16(bytes, at) * 0x10000 + readUint16(bytes, at + 2)

export function joinPieces(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.byteLength
  }
  return joined
}
