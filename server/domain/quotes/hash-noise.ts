// Random numbers by place instead of by order: the same (seed, place) always gives the same number, so nothing has to be stored.

/** Scrambles 32 bits (the finaliser of MurmurHash3): every input bit changes about half of the output bits. */
function scramble(bits: number): number {
  let mixed = bits | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** A seed for a named process: FNV-1a over its characters, written out, because the simulator imports nothing from outside its folder. */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  return scramble(hash)
}

/** A seed for one place (a day, a second) under a seed. */
export const seedAt = (seed: number, place: number): number => scramble(seed ^ Math.imul(place + 1, 0x9e3779b1))

/** Uniform in [0, 1) from a seed. */
export const fraction = (seed: number): number => (seed >>> 0) / 4_294_967_296

/** The largest size of `push`. */
export const PUSH_MAX = 13 / 10

/**
 * A push up or down of size 0.5 to 1.3, about 1 in the mean square. Never near zero and never large: sums of pushes over many
 * scales still look like a normal distribution, and the narrow bound lets a search for extremes discard most of a day unseen.
 */
export function push(seed: number): number {
  const size = 1 / 2 + ((seed >>> 1) * 8) / 21_474_836_480 // 31 random bits over 0.8
  return (seed & 1) === 0 ? size : -size
}
