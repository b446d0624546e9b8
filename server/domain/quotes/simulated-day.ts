// Recomputation of a past simulated day from its published data: the commitment made before it began, its key, and the start and end values
// of each source of movement. docs/decisions/prices.md explains it in words.

import { DAY_MS, dayText, parseDay } from '../time'
import type { Digest, Tick } from './chain'
import { keyedNoise } from './hash-noise'
import { type SimulatedPair, priceStepsAt, simulatePair } from './simulator'
import { formatSteps } from './steps'
import { REFERENCE_DAY } from './walk'

export const SIMULATOR = 'simulator'

/** A source of movement, as natural logarithms. `origin` is its value at the start of the reference day, which every walk takes off. */
export interface SourceOfDay {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly origin: number
}

export interface SimulatedDay {
  /** "2026-11-23", UTC. */
  readonly day: string
  /** SHA-256 of the opening, in hex: published before the day begins. */
  readonly commitment: string
  /** Hex; null until the day is over. */
  readonly key: string | null
  readonly sources: readonly SourceOfDay[] | null
}

/** Text behind a commitment. */
export const openingOf = ({ day, key, sources }: Omit<SimulatedDay, 'commitment'>): string =>
  JSON.stringify({
    day,
    key,
    sources: (sources ?? []).map(({ name, start, end, origin }) => ({ name, start, end, origin })),
  })

/** Problems of a day; empty when it is correct or not over yet. */
export function checkSimulatedDay(published: SimulatedDay, sha256: Digest): readonly string[] {
  if (published.key === null || published.sources === null) return []
  return sha256(openingOf(published)) === published.commitment
    ? []
    : [`${published.day} was committed to with another key or other starts`]
}

/** A pair on that day only; null for an asset unknown to the simulator, or an unfinished day. */
export function simulateDay(
  { day, key, sources }: SimulatedDay,
  listing: { readonly symbol: string; readonly priceDecimals: number },
): SimulatedPair | null {
  if (key === null || sources === null) return null
  const number = (parseDay(day) ?? NaN) / DAY_MS
  const known = new Map(sources.map((source) => [source.name, source]))
  const startOf = (name: string, asked: number): number => {
    const source = known.get(name)
    if (asked === number) return source?.start ?? NaN
    if (asked === number + 1) return source?.end ?? NaN
    return asked === REFERENCE_DAY ? (source?.origin ?? NaN) : NaN
  }
  const noise = keyedNoise((asked) => (asked === number ? key : ''))
  return simulatePair({ ...listing, quantityDecimals: 0 }, noise, startOf)
}

/** Simulated ticks of the published days whose price differs from the recomputed one. */
export function wrongSimulatedTicks(ticks: readonly Tick[], days: readonly SimulatedDay[]): readonly string[] {
  return ticks.flatMap(({ symbol, at, price, source, seq }) => {
    const published = days.find(({ day }) => day === dayText(at))
    if (source !== SIMULATOR || !published) return []
    const priceDecimals = price.split('.')[1]?.length ?? 0
    const pair = simulateDay(published, { symbol, priceDecimals })
    const again = pair && formatSteps(priceStepsAt(pair, at), priceDecimals)
    return again === null || again === price
      ? []
      : [`tick ${seq} of ${symbol} says ${price}, and its day gives ${again}`]
  })
}
