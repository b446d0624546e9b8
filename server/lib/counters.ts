// Counters of this isolate, in memory: counted at no cost, taken and stored together by services/operating/totals.ts.

import {
  BUCKETS,
  type HistogramName,
  type Labels,
  type Sample,
  type SampleName,
  sampleKey,
} from '#domain/operating/metrics'

let counted = new Map<string, Sample>()

export function count(name: SampleName, labels: Labels = {}, by = 1): void {
  const key = sampleKey(name, labels)
  const known = counted.get(key)
  if (known) known.value += by
  else counted.set(key, { name, labels, value: by })
}

/** A duration into the histogram `name`; each bucket counts alone and is summed when it is written out. */
export function observe(name: HistogramName, labels: Labels, seconds: number): void {
  const bucket = BUCKETS.find((most) => seconds <= most) ?? Infinity
  count(name, { ...labels, le: bucket === Infinity ? '+Inf' : String(bucket) })
  count(`${name}_sum`, labels, Math.round(seconds * 1_000))
}

/** Counts since the last call; counting restarts at zero. */
export function takeCounted(): readonly Sample[] {
  const taken = [...counted.values()]
  counted = new Map()
  return taken
}

/** Returned by a failed write. */
export function putBack(samples: readonly Sample[]): void {
  for (const { name, labels, value } of samples) count(name, labels, value)
}
