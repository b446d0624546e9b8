// Random numbers by place instead of by order: the same (seed, place) always gives the same number, so nothing has to be stored.

import { shortHmac } from './short-hmac'

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

/** Seed of a place (a day, a second) under a parent seed. */
const seedAt = (seed: number, place: number): number => scramble(seed ^ Math.imul(place + 1, 0x9e3779b1))

/** Uniform in [0, 1) from a seed. */
const fraction = (seed: number): number => (seed >>> 0) / 4_294_967_296

/** The largest size of `openPush`. */
const OPEN_PUSH_MAX = 13 / 10

/**
 * A random push up or down of size 0.5 to 1.3, with a mean square of about 1. Bounded away from zero and from large values: sums over many
 * scales still resemble a normal distribution, and the narrow bound lets a search for extremes skip most of a day. The seconds before a
 * push hint at its direction, so it is used only for days that are public.
 */
function openPush(seed: number): number {
  const size = 1 / 2 + ((seed >>> 1) * 8) / 21_474_836_480 // 31 random bits over 0.8
  return (seed & 1) === 0 ? size : -size
}

/** The largest size of `keyedPush`. */
const KEYED_PUSH_MAX = 510 / 148

/**
 * Sum of the four bytes of 32 bits, centred, with mean square 1: so close to a normal distribution that the seconds before it reveal
 * nothing about the following ones.
 */
const keyedPush = (bits: number): number =>
  ((bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24) - 510) / 148

/** A place in the tree inside a day: the second that it decides, and its node, counted from 1 at the top; below node n are 2n and 2n + 1. */
export interface NoiseNode {
  readonly second: number
  readonly node: number
}

/** The random moves of one named process. */
export interface Noise {
  /** No push inside the day is larger. */
  readonly pushMax: (day: number) => number
  /** The push of a place inside a day. */
  readonly push: (day: number, place: NoiseNode) => number
  /** Uniform in [0, 1), of a place inside a day. */
  readonly share: (day: number, place: NoiseNode) => number
  /** The push of a whole day in the tree of days. */
  readonly dayPush: (day: number) => number
  /** Uniform in [0, 1), of a whole day. */
  readonly dayShare: (day: number) => number
  /** How wild a day is inside: 1 is usual. */
  readonly liveliness: (day: number) => number
}
export type NoiseSource = (name: string) => Noise

const MOOD = 0x5bd1e995

/** Public noise, computable in advance: for tests, and for the time before the simulator started. */
export const openNoise: NoiseSource = (name) => {
  const seed = seedOf(name)
  // Days of one walk are requested in sequence.
  let known = { day: NaN, seed: 0 }
  const seedOfDay = (day: number): number => {
    if (known.day !== day) known = { day, seed: seedAt(seed, day) }
    return known.seed
  }
  return {
    pushMax: () => OPEN_PUSH_MAX,
    push: (day, { second }) => openPush(seedAt(seedOfDay(day), second)),
    share: (day, { second }) => fraction(seedAt(seedOfDay(day), second)),
    dayPush: (day) => openPush(seedAt(seedOfDay(day), 0)),
    dayShare: (day) => fraction(seedOfDay(day)),
    // Some days are quiet and some are wild: 0.6 to 1.5 times the usual movement.
    liveliness: (day) => (6 + 9 * fraction(seedAt(seed ^ MOOD, day))) / 10,
  }
}

/** HMAC-SHA-256 of a text under a key. */
export type Hmac = (key: string | Uint8Array, text: string) => Uint8Array

/** Key of one day's movements, in hex: it reveals no other day's key, so it is published once its day is over. */
export const dayKey = (hmac: Hmac, secret: string, day: number): string => hexOf(hmac(secret, `day ${day}`))

/** First day simulated live, 2026-11-21: no bets existed on earlier prices. Days are counted from the epoch. */
export const FIRST_DAY = 20_778

/** Noise of this installation: from day keys, and from day starts that no day key reveals. Without a secret it is public. */
export function installedNoise(hmac: Hmac, secret: string | undefined): NoiseSource {
  if (!secret) return openNoise
  const starts = hexOf(hmac(secret, 'starts of days'))
  return keyedNoise((day) => dayKey(hmac, secret, day), starts)
}

/** Most groups of one day cached per process. */
const GROUPS_KEPT = 16_384

/**
 * Noise from the day keys alone, and from the key of the days' starts where known. Three levels of a day's tree form a group of seven
 * nodes: HMAC(day key, "name top"), with the group's top node, gives each node 32 bits, top down. The eighth word is unused. `0` is no
 * node: the last word of that HMAC is the day's own share.
 */
export function keyedNoise(keyOf: (day: number) => string, starts = ''): NoiseSource {
  const hashes = new Map<number, ShortHmac>()
  const known = new Map<string, Noise>()
  const hashOf = (day: number): ShortHmac => {
    const hash = hashes.get(day) ?? shortHmac(keyOf(day))
    hashes.set(day, hash)
    return hash
  }
  const ofStarts = shortHmac(starts)
  return (name) => {
    const noise = known.get(name) ?? makeKeyed(name, hashOf, ofStarts)
    known.set(name, noise)
    return noise
  }
}

type ShortHmac = ReturnType<typeof shortHmac>

function makeKeyed(name: string, hashOf: (day: number) => ShortHmac, ofStarts: ShortHmac): Noise {
  const open = openNoise(name)
  const days = new Map<number, number>()
  let groups = new Map<number, Int32Array>()
  let groupsDay = NaN
  const bitsOf = (day: number, node: number): number => {
    // Days are processed in sequence.
    if (day !== groupsDay || groups.size >= GROUPS_KEPT) groups = new Map()
    groupsDay = day
    const depth = (31 - Math.clz32(node)) % 3
    const top = node >>> depth
    let group = groups.get(top)
    if (!group) {
      group = hashOf(day)(`${name} ${top}`).slice()
      groups.set(top, group)
    }
    return group[2 ** depth - 1 + (node - (top << depth))] ?? 0
  }
  const startBits = (day: number): number => {
    const bits = days.get(day) ?? ofStarts(`${name} ${day}`)[0] ?? 0
    days.set(day, bits)
    return bits
  }
  return {
    pushMax: (day) => (day < FIRST_DAY ? open.pushMax(day) : KEYED_PUSH_MAX),
    push: (day, place) => (day < FIRST_DAY ? open.push(day, place) : keyedPush(bitsOf(day, place.node))),
    share: (day, place) => (day < FIRST_DAY ? open.share(day, place) : fraction(bitsOf(day, place.node))),
    dayPush: (day) => keyedPush(startBits(day)),
    dayShare: (day) => (day < FIRST_DAY ? open.dayShare(day) : fraction(hashOf(day)(`${name} 0`)[7] ?? 0)),
    // Between two day starts at a usual distance, a wilder day would have to revert, which would be predictable.
    liveliness: (day) => (day < FIRST_DAY ? open.liveliness(day) : 1),
  }
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
