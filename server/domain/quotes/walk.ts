// A random walk over all seconds that can be read anywhere without its history: midpoint displacement on a fixed tree.
// Between two known instants the middle one is their weighted mean plus a push whose size fits the distance, so that moves grow with
// the square root of time as in a market. Days hang in a binary tree of days, seconds in a tree inside their day whose cuts fall on
// hours and minutes. Extremes of any span are found exactly, by branch and bound over the same tree.

import { FIRST_DAY, type Noise, type NoiseNode } from './hash-noise'

export const DAY_SECONDS = 86_400

/** One independent source of movement and how a walk takes part in it. */
export interface WalkTerm {
  readonly noise: Noise
  /** Known value at the start of a day; otherwise it follows from the noise of the days around. */
  readonly startOf?: (day: number) => number
  /** Factor of this source in the walk; negative for the quote asset. */
  readonly weight: number
  /** Standard deviation of one day's movement. */
  readonly volatility: number
  /** Whether moves keep growing over weeks and years, or stay the size of a day's. */
  readonly isStable: boolean
}

export interface Walk {
  readonly terms: readonly WalkTerm[]
  /** Value at the start of the reference day, taken off everywhere so that the walk is zero there. */
  readonly origin: number
  readonly days: Map<number, WalkDay>
}

interface WalkDay {
  readonly start: number
  readonly end: number
  readonly day: number
  readonly terms: readonly WalkTerm[]
  /** Per term: size of a push inside this day for a tree node of scale 1. */
  readonly sizes: readonly number[]
  /**
   * Bound for the search of extremes: sum of each term's largest push in this day, for a node of reach 1. A second below a node lies at most
   * this, times the reach of the node, beyond the values at the node's ends.
   */
  readonly spread: number
}

/** The day at whose start every walk is zero. */
export const REFERENCE_DAY = FIRST_DAY
/** Levels of the tree of days: its roots are 4096 days apart. */
const DAY_LEVELS = 12
/** From here up (16 days) pushes grow slower than the square root of time, so that prices stay within sight of their base for years. */
const FREE_LEVELS = 4
const GROWTH_BEYOND = 123 / 100
/** Days kept at once per walk; a day costs about a microsecond to make again. */
const DAYS_KEPT = 2048

export function createWalk(terms: readonly WalkTerm[]): Walk {
  return { terms, origin: dayValue(terms, REFERENCE_DAY), days: new Map() }
}

/** Value at a second since the epoch. */
export function valueAt(walk: Walk, second: number): number {
  const day = Math.floor(second / DAY_SECONDS)
  const place = second - day * DAY_SECONDS
  const known = dayOf(walk, day)
  let shape = DAY_SHAPE
  let [low, left, right, node] = [0, known.start, known.end, 1]
  while (low !== place) {
    const middle = low + shape.leftLength
    const value = between(shape, left, right) + pushAt(known, { second: middle, node }) * shape.scale
    node *= 2
    if (place < middle) {
      right = value
      shape = shape.leftShape ?? LEAF
    } else {
      low = middle
      left = value
      shape = shape.rightShape ?? LEAF
      node += 1
    }
  }
  return left
}

/** Highest (sign 1) or lowest (sign -1) value over the seconds from `from` to before `to`. */
export function extreme(walk: Walk, span: { readonly from: number; readonly to: number }, sign: 1 | -1): number {
  const first = Math.floor(span.from / DAY_SECONDS)
  const last = Math.floor((span.to - 1) / DAY_SECONDS)
  const search: Search = { sign, from: 0, to: 0, best: -Infinity, day: dayOf(walk, first) }
  for (const day of daysByReach(walk, first, last, sign)) {
    search.day = dayOf(walk, day)
    search.from = Math.max(span.from - day * DAY_SECONDS, 0)
    search.to = Math.min(span.to - day * DAY_SECONDS, DAY_SECONDS)
    const start = search.day.start * sign
    if (search.from === 0 && start > search.best) search.best = start
    climb(search, { shape: DAY_SHAPE, low: 0, node: 1 }, start, search.day.end * sign)
  }
  return search.best * sign
}

/** The day that can reach furthest comes first; most of the others are then discarded whole. */
function daysByReach(walk: Walk, first: number, last: number, sign: 1 | -1): number[] {
  if (first === last) return [first]
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const reach = new Map(
    days.map((number) => {
      const day = dayOf(walk, number)
      return [number, Math.max(day.start * sign, day.end * sign) + DAY_SHAPE.reach * day.spread]
    }),
  )
  return days.sort((left, right) => (reach.get(right) ?? 0) - (reach.get(left) ?? 0))
}

interface Search {
  readonly sign: 1 | -1
  from: number
  to: number
  best: number
  day: WalkDay
}

interface Branch {
  readonly shape: Shape
  /** Its first second. */
  readonly low: number
  readonly node: number
}

/** Visits the seconds strictly inside a node; its first second was seen by the caller. Values carry the sign. */
function climb(search: Search, branch: Branch, left: number, right: number): void {
  const { shape, low, node } = branch
  if (Math.max(left, right) + shape.reach * search.day.spread <= search.best) return
  const middle = low + shape.leftLength
  const value = between(shape, left, right) + pushAt(search.day, { second: middle, node }) * shape.scale * search.sign
  if (value > search.best && middle >= search.from && middle < search.to) search.best = value
  const isLeftFirst = left > right
  if (isLeftFirst) climbLeft(search, branch, left, value)
  if (shape.rightShape && middle + 1 < search.to && low + shape.length > search.from) {
    climb(search, { shape: shape.rightShape, low: middle, node: 2 * node + 1 }, value, right)
  }
  if (!isLeftFirst) climbLeft(search, branch, left, value)
}

function climbLeft(search: Search, { shape, low, node }: Branch, left: number, value: number): void {
  if (shape.leftShape && low + 1 < search.to && low + shape.leftLength > search.from) {
    climb(search, { shape: shape.leftShape, low, node: 2 * node }, left, value)
  }
}

/** The weighted mean of a node's ends at its middle. Reads and searches share it and `pushAt`, so both give the same bits. */
const between = (shape: Shape, left: number, right: number): number =>
  left + ((right - left) * shape.leftLength) / shape.length

/** Push of a place in the day, summed over all terms, for a node of scale 1. */
function pushAt({ day, terms, sizes }: WalkDay, place: NoiseNode): number {
  let pushed = 0
  for (let index = 0; index < sizes.length; index += 1) {
    pushed += (sizes[index] ?? 0) * (terms[index]?.noise.push(day, place) ?? 0)
  }
  return pushed
}

function dayOf(walk: Walk, day: number): WalkDay {
  const cached = walk.days.get(day)
  if (cached) return cached
  if (walk.days.size >= DAYS_KEPT) walk.days.clear()
  const sizes = walk.terms.map(
    (term) => (term.weight * term.volatility * term.noise.liveliness(day)) / Math.sqrt(DAY_SECONDS),
  )
  const made: WalkDay = {
    start: walk.days.get(day - 1)?.end ?? dayValue(walk.terms, day) - walk.origin,
    end: walk.days.get(day + 1)?.start ?? dayValue(walk.terms, day + 1) - walk.origin,
    sizes,
    day,
    terms: walk.terms,
    spread: walk.terms.reduce((sum, { noise }, index) => sum + Math.abs(sizes[index] ?? 0) * noise.pushMax(day), 0),
  }
  walk.days.set(day, made)
  return made
}

/** Value at the start of a day: the sum over the terms. */
const dayValue = (terms: readonly WalkTerm[], day: number): number =>
  terms.reduce((sum, term) => sum + term.weight * (term.startOf?.(day) ?? dayStart(term, day)), 0)

/** Value of one term at the start of a day, from the tree over days. */
export function dayStart(term: Pick<WalkTerm, 'noise' | 'volatility' | 'isStable'>, day: number): number {
  let low = Math.floor(day / 2 ** DAY_LEVELS) * 2 ** DAY_LEVELS
  let left = dayPush(term, low, DAY_LEVELS)
  let right = dayPush(term, low + 2 ** DAY_LEVELS, DAY_LEVELS)
  for (let level = DAY_LEVELS; low !== day; level -= 1) {
    const middle = low + 2 ** (level - 1)
    const value = (left + right) / 2 + dayPush(term, middle, level)
    if (day < middle) {
      right = value
    } else {
      low = middle
      left = value
    }
  }
  return left
}

/** Push of a day that is the middle of 2^level days. */
function dayPush(
  { noise, volatility, isStable }: Pick<WalkTerm, 'noise' | 'volatility' | 'isStable'>,
  day: number,
  level: number,
): number {
  const size = (volatility * (isStable ? 1 : (LEVEL_SCALES[level] ?? 0))) / 2
  return size * noise.dayPush(day)
}

/** Size of a push by level. Multiplied out, because a power may differ between engines in its last bit. */
const LEVEL_SCALES = levelScales()

function levelScales(): number[] {
  const scales: number[] = []
  let scale = 1
  for (let level = 0; level <= DAY_LEVELS; level += 1) {
    scale = level <= FREE_LEVELS ? Math.sqrt(2 ** level) : scale * GROWTH_BEYOND
    scales.push(scale)
  }
  return scales
}

/** A node of the tree inside a day, by its length alone: equal lengths are cut alike. */
interface Shape {
  readonly length: number
  readonly leftLength: number
  /** Standard deviation of the middle second of a walk with deviation 1 per second, given both ends. */
  readonly scale: number
  /** No second inside is further than this from the higher end, for pushes of at most size 1. */
  readonly reach: number
  /** Absent for a single second, which has no inner movement. */
  readonly leftShape: Shape | null
  readonly rightShape: Shape | null
}

/** Spans that aren't halved, so each hour, half, quarter, five minutes and minute is a node of its own. */
const CUTS: ReadonlyMap<number, number> = new Map([
  [10_800, 3600],
  [900, 300],
  [300, 120],
  [180, 60],
])

function shapeOf(length: number, shapes: Map<number, Shape>): Shape | null {
  if (length === 1) return null
  const cached = shapes.get(length)
  if (cached) return cached
  const leftLength = CUTS.get(length) ?? Math.floor(length / 2)
  const leftShape = shapeOf(leftLength, shapes)
  const rightShape = shapeOf(length - leftLength, shapes)
  const scale = Math.sqrt((leftLength * (length - leftLength)) / length)
  const reach = scale + Math.max(leftShape?.reach ?? 0, rightShape?.reach ?? 0)
  const shape: Shape = { length, leftLength, scale, reach, leftShape, rightShape }
  shapes.set(length, shape)
  return shape
}

const LEAF: Shape = { length: 1, leftLength: 1, scale: 0, reach: 0, leftShape: null, rightShape: null }
const DAY_SHAPE: Shape = shapeOf(DAY_SECONDS, new Map()) ?? LEAF
