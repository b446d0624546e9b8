// The simulated market of this installation, and what of its secret is told: a commitment to each day before it begins, and its key
// once it is over. With the key and where the day began and ended anybody computes every second of it again.

import { createHash, createHmac } from 'node:crypto'
import type { Listing } from '#domain/quotes/candle'
import { type Hmac, type NoiseSource, dayKey, installedNoise } from '#domain/quotes/hash-noise'
import { type SimulatedPair, dayStarts, simulatePair } from '#domain/quotes/simulator'
import { DAY_MS, dayText } from '#domain/time'

type SimulatorEnv = Pick<Env, 'QUOTES_SOURCE' | 'SIMULATOR_SEED'>

export interface SimulatedDay {
  /** "2026-11-23", UTC. */
  readonly day: string
  /** SHA-256 of the key's text, in hex. */
  readonly commitment: string
  /** Hex; null until the day is over. */
  readonly key: string | null
  /** Where each source of movement stood when the day began and ended, as natural logarithms; null until the day is over. */
  readonly sources: { name: string; start: number; end: number }[] | null
}

const DAYS_TOLD = 30

const hmac: Hmac = (key, text) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const isSimulated = ({ QUOTES_SOURCE }: SimulatorEnv): boolean => QUOTES_SOURCE === 'simulator'

/** Kept per isolate, because noise and pairs remember the days that they have computed. */
const noises = new Map<string | undefined, NoiseSource>()
const pairs = new Map<string, SimulatedPair>()

function noiseOf({ SIMULATOR_SEED }: SimulatorEnv): NoiseSource {
  const noise = noises.get(SIMULATOR_SEED) ?? installedNoise(hmac, SIMULATOR_SEED)
  noises.set(SIMULATOR_SEED, noise)
  return noise
}

/** Null when the simulator does not know one of its assets. */
export function simulatedPair(env: SimulatorEnv, listing: Listing): SimulatedPair | null {
  const key = `${JSON.stringify(listing)} ${env.SIMULATOR_SEED ?? ''}`
  const known = pairs.get(key)
  if (known) return known
  const made = simulatePair(listing, noiseOf(env))
  if (made) pairs.set(key, made)
  return made
}

/** Tomorrow, today and the days before, newest first; none where prices are real or the seed is everybody's. */
export function simulatedDays(env: SimulatorEnv, now: number): SimulatedDay[] {
  const { SIMULATOR_SEED: secret } = env
  if (!isSimulated(env) || !secret) return []
  const noise = noiseOf(env)
  const today = Math.floor(now / DAY_MS)
  return Array.from({ length: DAYS_TOLD + 2 }, (_, index) => {
    const day = today + 1 - index
    const key = dayKey(hmac, secret, day)
    const isOver = day < today
    return {
      day: dayText(day * DAY_MS),
      commitment: sha256(key),
      key: isOver ? key : null,
      sources: isOver ? sourcesOf(noise, day) : null,
    }
  })
}

function sourcesOf(noise: NoiseSource, day: number): NonNullable<SimulatedDay['sources']> {
  const ends = dayStarts(noise, day + 1)
  return Object.entries(dayStarts(noise, day)).map(([name, start]) => ({ name, start, end: ends[name] ?? start }))
}
