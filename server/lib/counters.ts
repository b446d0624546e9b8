// Counters of this isolate, in memory: counted at little cost, taken and stored together by services/operating/totals.ts.

import {
  BUCKETS,
  type HistogramName,
  type Labels,
  type Sample,
  type SampleName,
  sampleKey,
} from '#domain/operating/metrics'

type Counted = Map<string, Sample>

let counted: Counted = new Map()

export const count = (name: SampleName, labels: Labels = {}, by = 1): void =>
  // Quick, because each request counts six times; labels in another order are another sample until they are taken.
  add(counted, [name, ...Object.values(labels)].join('\n'), { name, labels, value: by })

function add(into: Counted, key: string, sample: Sample): void {
  const known = into.get(key)
  if (known) known.value += sample.value
  else into.set(key, sample)
}

/** A duration into the histogram `name`; each bucket counts alone and is summed when it is written out. */
export function observe(name: HistogramName, labels: Labels, seconds: number): void {
  const bucket = BUCKETS.find((most) => seconds <= most) ?? Infinity
  count(name, { ...labels, le: bucket === Infinity ? '+Inf' : String(bucket) })
  count(`${name}_sum`, labels, Math.round(seconds * 1_000))
}

/** Counts since the last call; counting restarts at zero. */
export function takeCounted(): readonly Sample[] {
  const taken: Counted = new Map()
  for (const sample of counted.values()) add(taken, sampleKey(sample.name, sample.labels), sample)
  counted = new Map()
  return [...taken.values()]
}

/** Returned by a failed write. */
export function putBack(samples: readonly Sample[]): void {
  for (const { name, labels, value } of samples) count(name, labels, value)
}
