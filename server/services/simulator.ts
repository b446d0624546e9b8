// Simulated market of this installation and its public verification: a commitment before each day, and its key
// afterwards. With the key and the day's first and last price, anyone can recompute every second.

import type { Listing } from '#domain/quotes/candle'
import { type NoiseSource, dayKey, installedNoise } from '#domain/quotes/hash-noise'
import { type SimulatedDay, type SourceOfDay, openingOf } from '#domain/quotes/simulated-day'
import { type SimulatedPair, dayStarts, simulatePair } from '#domain/quotes/simulator'
import { REFERENCE_DAY } from '#domain/quotes/walk'
import { DAY_MS, dayText } from '#domain/time'
import { hmacSha256, sha256 } from '#lib/digest'

type SimulatorEnv = Pick<Env, 'QUOTES_SOURCE' | 'SIMULATOR_SEED'>

const DAYS_PUBLISHED = 30

export const isSimulated = ({ QUOTES_SOURCE }: SimulatorEnv): boolean => QUOTES_SOURCE === 'simulator'

/** Kept per isolate, because noise and pairs remember the days that they have computed. */
const noises = new Map<string | undefined, NoiseSource>()
const pairs = new Map<string, SimulatedPair>()

function noiseOf({ SIMULATOR_SEED }: SimulatorEnv): NoiseSource {
  const noise = noises.get(SIMULATOR_SEED) ?? installedNoise(hmacSha256, SIMULATOR_SEED)
  noises.set(SIMULATOR_SEED, noise)
  return noise
}

/** Null for an asset unknown to the simulator. */
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
  return Array.from({ length: DAYS_PUBLISHED + 2 }, (_, index) => {
    const day = today + 1 - index
    const whole = { day: dayText(day * DAY_MS), key: dayKey(hmacSha256, secret, day), sources: sourcesOf(noise, day) }
    const commitment = sha256(openingOf(whole))
    return day < today ? { ...whole, commitment } : { day: whole.day, commitment, key: null, sources: null }
  })
}

function sourcesOf(noise: NoiseSource, day: number): readonly SourceOfDay[] {
  const [ends, origins] = [dayStarts(noise, day + 1), dayStarts(noise, REFERENCE_DAY)]
  return Object.entries(dayStarts(noise, day)).map(([name, start]) => {
    return { name, start, end: ends[name] ?? start, origin: origins[name] ?? 0 }
  })
}
