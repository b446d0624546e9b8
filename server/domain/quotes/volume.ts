// Simulated traded quantity as a running total, so that the volumes of parts add up to the volume of the whole, to the last lot.
// A day has a total in whole lots; each span of it is cut in two unequal parts until single seconds are left.

import type { Noise } from './hash-noise'
import { DAY_SECONDS } from './walk'

export interface Flow {
  readonly noise: Noise
  /** Lots of a usual day. */
  readonly dailyLots: number
  /** How lively each day is, 1 being usual: quantity rises with movement. */
  readonly liveliness: (day: number) => number
}

/** Lots traded from `from` (inclusive) to `to` (exclusive), in seconds. */
export function lotsBetween(flow: Flow, span: { readonly from: number; readonly to: number }): number {
  const first = Math.floor(span.from / DAY_SECONDS)
  const last = Math.floor(span.to / DAY_SECONDS)
  let total =
    lotsUntil(flow, last, span.to - last * DAY_SECONDS) - lotsUntil(flow, first, span.from - first * DAY_SECONDS)
  for (let day = first; day < last; day += 1) total += lotsOfDay(flow, day)
  return total
}

function lotsOfDay(flow: Flow, day: number): number {
  const spread = (7 + 6 * flow.noise.dayShare(day)) / 10
  return Math.round(flow.dailyLots * spread * flow.liveliness(day))
}

/** Lots of a day before its second `place`. */
function lotsUntil(flow: Flow, day: number, place: number): number {
  if (place === 0) return 0
  let [low, length, lots, before, node] = [0, DAY_SECONDS, lotsOfDay(flow, day), 0, 1]
  while (low !== place) {
    const leftLength = Math.floor(length / 2)
    // The left part gets 0.6 to 1.4 times its even share.
    const share = (leftLength / length) * ((6 + 8 * flow.noise.share(day, { second: low + leftLength, node })) / 10)
    const leftLots = Math.floor(lots * share)
    node *= 2
    if (place < low + leftLength) {
      length = leftLength
      lots = leftLots
    } else {
      before += leftLots
      node += 1
      low += leftLength
      length -= leftLength
      lots -= leftLots
    }
  }
  return before
}
