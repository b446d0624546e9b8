// Bytes of media files, written by hand.

export type Bytes = Uint8Array<ArrayBuffer>
export type Part = readonly number[]
export const text = (words: string): number[] => [...Buffer.from(words, 'latin1')]
export const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)
export const times = (count: number, part: Part): number[] => Array.from({ length: count }, () => part).flat()
export const little = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256)
export const big = (value: number, bytes: number): number[] => little(value, bytes).reverse()
export const file = (...parts: readonly Part[]): Bytes => Uint8Array.from(parts.flat())
