// Random numbers by place instead of by order: the same (seed, place) always gives the same number, so nothing has to be stored.

/** Scrambles 32 bits (the finaliser of MurmurHash3): every input bit changes about half of the output bits. */
function scramble(bits: number): number {
  let mixed = bits | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** A seed for a named process: FNV-1a over its characters, written out, because the simulator imports nothing from outside its folder. */
function seedOf(name: string): number {
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

/** Random bits of one named process by day: for the moves inside the day, and for how lively it is. */
export interface Noise {
  readonly at: (day: number) => number
  readonly mood: (day: number) => number
}
export type NoiseSource = (name: string) => Noise

const MOOD = 0x5bd1e995

/** Noise that anybody can compute, also ahead: for tests. */
export const openNoise: NoiseSource = (name) => {
  const seed = seedOf(name)
  return { at: (day) => seedAt(seed, day), mood: (day) => seedAt(seed ^ MOOD, day) }
}

/** HMAC-SHA-256 of a text under a key. */
export type Hmac = (key: string | Uint8Array, text: string) => Uint8Array

/** The key of one day, in hex: it says nothing of any other day's, so it is told once its day is over. */
export const dayKey = (hmac: Hmac, secret: string, day: number): string => hexOf(hmac(secret, `day ${day}`))

/**
 * Noise of this installation: the first 32 bits of HMAC(HMAC(secret, "day D"), name), D counted from the epoch. Without a secret it is open.
 */
export const installedNoise = (hmac: Hmac, secret: string | undefined): NoiseSource =>
  secret ? keyedNoise(hmac, (day) => dayKey(hmac, secret, day)) : openNoise

/** The same from the keys of days alone. */
export function keyedNoise(hmac: Hmac, keyOf: (day: number) => string): NoiseSource {
  const keys = new Map<number, string>()
  const known = new Map<string, Noise>()
  const keyFor = (day: number): string => {
    const key = keys.get(day) ?? keyOf(day)
    keys.set(day, key)
    return key
  }
  return (name) => {
    const bits = new Map<number, number>()
    const at = (day: number): number => {
      const kept = bits.get(day)
      if (kept !== undefined) return kept
      const [first = 0, second = 0, third = 0, fourth = 0] = hmac(keyFor(day), name)
      const made = (first << 24) | (second << 16) | (third << 8) | fourth
      bits.set(day, made)
      return made
    }
    const noise = known.get(name) ?? { at, mood: (day: number) => seedAt(at(day), MOOD) }
    known.set(name, noise)
    return noise
  }
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
