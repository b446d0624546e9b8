// A ratio of two rates on a machine whose own speed wanders: the two are measured in turns, and the median of the rounds' ratios counts.

import { median } from './load.mjs'

/** `limit` and `candidate` answer what `load` answers. A first round of each warms up and does not count. */
export async function alternate({ rounds, limit, candidate }) {
  await limit()
  await candidate()
  const limits = []
  const candidates = []
  for (let round = 0; round < rounds; round++) {
    limits.push(await limit())
    candidates.push(await candidate())
  }
  const rateOf = (results) => median(results.map((result) => result.rate))
  return {
    limit: rateOf(limits),
    candidate: rateOf(candidates),
    ratio: median(candidates.map((result, round) => result.rate / limits[round].rate)),
    p50: median(candidates.map((result) => result.p50)),
    p90: median(candidates.map((result) => result.p90)),
  }
}

/** Prints ratios beside what they must reach, and remembers whether all did. */
export class Verdict {
  #missed = []

  ratio(name, { ratio, limit, candidate, p50, p90 }, leastRatio) {
    const rates = `${candidate.toFixed(0)}/s of ${limit.toFixed(0)}/s`
    console.log(
      `${name}: ${ratio.toFixed(2)} (at least ${leastRatio}); ${rates}, p50 ${p50.toFixed(2)} ms, p90 ${p90.toFixed(2)} ms`,
    )
    this.expect(ratio >= leastRatio, name)
  }

  expect(isMet, name) {
    if (!isMet) this.#missed.push(name)
  }

  /** Leaves the process to fail when anything was missed. */
  close() {
    for (const name of this.#missed) console.error(`missed: ${name}`)
    if (this.#missed.length > 0) process.exitCode = 1
  }
}
