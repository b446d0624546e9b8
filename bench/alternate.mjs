// Ratio of two rates on a machine with varying speed: both are measured alternately, and the median ratio of the rounds
// counts.

import { median } from './load.mjs'
import { serverSeconds, watchOthers } from './machine.mjs'

/** `limit` and `candidate` return results in the shape of `load`. The first round of each is a warm-up and does not count. */
export async function alternate({ rounds, limit, candidate }) {
  await limit()
  await candidate()
  const others = watchOthers()
  const limits = []
  const candidates = []
  for (let round = 0; round < rounds; round++) {
    limits.push(await withServerTime(limit))
    candidates.push(await withServerTime(candidate))
  }
  const of = (results, field) => median(results.map((result) => result[field]))
  return {
    limit: of(limits, 'rate'),
    candidate: of(candidates, 'rate'),
    ratio: median(candidates.map(({ rate }, round) => rate / limits[round].rate)),
    p50: of(candidates, 'p50'),
    mean: of(candidates, 'mean'),
    p90: of(candidates, 'p90'),
    p99: of(candidates, 'p99'),
    limitMicros: of(limits, 'micros'),
    candidateMicros: of(candidates, 'micros'),
    others: others(),
  }
}

/** Adds `micros`: CPU time of the server per completed request. */
async function withServerTime(measure) {
  const before = serverSeconds()
  const result = await measure()
  return { ...result, micros: ((serverSeconds() - before) * 1e6) / result.count }
}

export function describe({ ratio, limit, candidate, p50, mean, p90, p99, limitMicros, candidateMicros, others }) {
  return [
    ratio.toFixed(2),
    `${candidate.toFixed(0)}/s of ${limit.toFixed(0)}/s`,
    `p50 ${p50.toFixed(2)}, mean ${mean.toFixed(2)}, p90 ${p90.toFixed(2)}, p99 ${p99.toFixed(2)} ms`,
    `server ${candidateMicros.toFixed(0)} of ${limitMicros.toFixed(0)} us each`,
    `other work ${others.toFixed(1)} cores`,
  ].join('; ')
}

/** Prints ratios with their limits, and records misses. */
export class Verdict {
  #missed = []

  ratio(name, result, leastRatio) {
    console.log(`${name}: ${describe(result)} (at least ${leastRatio})`)
    this.expect(result.ratio >= leastRatio, `${name}: ${result.ratio.toFixed(2)}, at least ${leastRatio}`)
  }

  expect(isMet, name) {
    if (!isMet) this.#missed.push(name)
  }

  /** Sets a failing exit code if any limit was missed. */
  close() {
    for (const name of this.#missed) console.error(`missed: ${name}`)
    if (this.#missed.length > 0) process.exitCode = 1
  }
}
