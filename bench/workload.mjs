// Order flow for book benches: integer ticks and lots, deterministic for a seed on every machine.
//
// First `prefill` resting limit orders build the steady depth, untimed. Then `count` operations: 60 % limit orders (30
// % of them crossing the spread), 35 % cancels of a uniformly chosen resting order, 5 % market orders. The mid price
// walks one tick at a time; limit order distances are geometric. A taker's mean size grows with the cube of the depth,
// which stabilises the depth.
//
// The generator matches in an exact book of its own for two reasons: a cancel must name a resting order, and the flow
// must contain the right answers (`expected`). Rules: price-time priority; trades print at the maker's price; the rest
// of a limit order rests, the rest of a market order is dropped.

export const LIMIT = 0
export const CANCEL = 1
export const MARKET = 2
export const BUY = 0
const SELL = 1

const STANDARD = {
  count: 1_000_000,
  seed: 1,
  /** Resting orders aimed at, both sides together; also how many are laid before the clock starts. */
  prefill: 7_500,
  midAtFirst: 100_000,
  /** Probability that the mid price moves before an operation. */
  drift: 0.01,
  limitShare: 0.6,
  cancelShare: 0.35,
  /** Mean distance of a limit order from its most aggressive price, in ticks. */
  distanceMean: 40,
  /** How far beyond the mid the most aggressive limit order reaches. */
  reach: 15,
  /**
   * Share of limit orders placed beyond the mid, when orders use only two prices (beside and beyond the mid); null for
   * the normal distribution.
   */
  crossShare: null,
  restingLotsMax: 100,
  takingLotsMean: 15,
}

/**
 * Adversarial flows; omitted settings are as in the standard flow. `share` is the required part of the standard rate.
 * The goal is half; lower shares allow for memory latency, because this many orders exceed the processor caches. A cost
 * growing with the number of orders or prices falls far below the share.
 */
export const HARD_FLOWS = {
  /** 100,000 orders spread so widely that nearly each has its own price. */
  wide: { share: 0.15, prefill: 100_000, midAtFirst: 10_000_000, distanceMean: 100_000, reach: 37_500 },
  /** 100,000 orders at a single price per side. */
  'one price': { share: 0.35, prefill: 100_000, drift: 0, crossShare: 0.3 },
  /** 1,000,000 orders, with the standard number per price. */
  deep: { share: 0.15, prefill: 1_000_000, midAtFirst: 10_000_000, distanceMean: 5_000, reach: 2_000 },
}

/** Correct result of the standard flow; `assertStandard` checks the generator against it. */
export const STANDARD_ANSWER = Object.freeze({
  trades: 294610,
  volume: 3954320,
  notional: 395692503142,
  hash: -406116975,
  resting: 8036,
  restingQty: 401935,
  bestBid: 100129,
  bestAsk: 100130,
})

export function assertStandard(flow) {
  for (const [name, value] of Object.entries(STANDARD_ANSWER)) {
    if (flow.expected[name] !== value)
      throw new Error(`the generator changed: ${name} is ${flow.expected[name]}, not ${value}`)
  }
}

/** Uniform numbers in [0, 1) from a 32-bit seed: the mulberry32 generator. */
function seededUniform(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const TAPE_HASH_START = 0x811c9dc5 | 0

/** Adds a trade to a hash of the tape (FNV-1a over its four numbers); depends on the order of trades. */
export function hashTrade(hash, maker, taker, ticks, lots) {
  let next = hash
  for (const word of [maker, taker, ticks, lots]) next = Math.imul(next ^ word, 16777619)
  return next
}

/** The flow as parallel arrays: `kind`, `side`, `ticks`, `lots`, `id`; operations before `prefill` are the untimed ones. */
export function makeFlow(options = {}) {
  const settings = { ...STANDARD, ...options }
  const length = settings.prefill + settings.count
  const flow = {
    settings,
    length,
    prefill: settings.prefill,
    count: settings.count,
    kind: new Uint8Array(length),
    side: new Uint8Array(length),
    ticks: new Int32Array(length),
    lots: new Int32Array(length),
    id: new Int32Array(length),
  }
  const uniform = seededUniform(settings.seed)
  const book = new ExactBook()
  let mid = settings.midAtFirst
  let lastId = 0

  for (let at = 0; at < length; at++) {
    // The draw order is part of the flow's definition: another order produces another flow.
    if (uniform() < settings.drift) mid += uniform() < 0.5 ? -1 : 1
    const isLaying = at < settings.prefill
    const choice = isLaying ? 0 : uniform()
    if (
      choice >= settings.limitShare &&
      choice < settings.limitShare + settings.cancelShare &&
      book.resting.length > 0
    ) {
      const victim = book.resting[Math.floor(uniform() * book.resting.length)]
      put(flow, at, CANCEL, victim.side, victim.ticks, 0, victim.id)
      book.remove(victim)
    } else {
      const side = uniform() < 0.5 ? BUY : SELL
      const kind = choice >= settings.limitShare ? MARKET : LIMIT
      const ticks = kind === MARKET ? 0 : drawTicks(uniform, settings, { side, mid, isLaying })
      const isTaking = kind === MARKET || book.wouldMatch(side, ticks)
      const lots = isTaking
        ? drawTakingLots(uniform, settings, book.resting.length)
        : 1 + Math.floor(uniform() * settings.restingLotsMax)
      put(flow, at, kind, side, ticks, lots, ++lastId)
      book.place({ id: lastId, side, ticks, lots }, kind === MARKET)
    }
    if (at === settings.prefill - 1) book.clearTape()
  }
  flow.idMax = lastId
  flow.expected = book.answer()
  return flow
}

function put(flow, at, kind, side, ticks, lots, id) {
  flow.kind[at] = kind
  flow.side[at] = side
  flow.ticks[at] = ticks
  flow.lots[at] = lots
  flow.id[at] = id
}

const drawGeometric = (uniform, mean) => Math.floor(Math.log(1 - uniform()) / Math.log(1 - 1 / (mean + 1)))

function drawTicks(uniform, settings, { side, mid, isLaying }) {
  if (settings.crossShare !== null) {
    const reaches = !isLaying && uniform() < settings.crossShare
    return mid + (reaches === (side === BUY) ? 1 : -1)
  }
  const distance = drawGeometric(uniform, settings.distanceMean)
  // Prefill orders keep away from the mid, so that few of them trade.
  const aggression = isLaying ? -1 - distance : settings.reach - distance
  return side === BUY ? mid + aggression : mid - aggression
}

function drawTakingLots(uniform, settings, restingCount) {
  const load = restingCount / settings.prefill
  return 1 + drawGeometric(uniform, Math.max(1, settings.takingLotsMean * load * load * load - 1))
}

/** Exact reference book, built differently: unordered levels, and a heap that may contain empty levels. */
class ExactBook {
  /** Unordered, for uniform sampling of a resting order. */
  resting = []
  #sides = [new ExactSide(-1), new ExactSide(1)]

  constructor() {
    this.clearTape()
  }

  clearTape() {
    this.tape = { trades: 0, volume: 0, notional: 0, hash: TAPE_HASH_START }
  }

  wouldMatch(side, ticks) {
    const best = this.#sides[1 - side].best()
    return best !== null && (side === BUY ? best <= ticks : best >= ticks)
  }

  place(order, isMarket) {
    const makers = this.#sides[1 - order.side]
    while (order.lots > 0 && (isMarket ? makers.best() !== null : this.wouldMatch(order.side, order.ticks))) {
      const maker = makers.oldestOfBest()
      const lots = Math.min(order.lots, maker.lots)
      order.lots -= lots
      maker.lots -= lots
      this.tape.trades++
      this.tape.volume += lots
      this.tape.notional += lots * maker.ticks
      this.tape.hash = hashTrade(this.tape.hash, maker.id, order.id, maker.ticks, lots)
      if (maker.lots === 0) this.remove(maker)
    }
    if (order.lots > 0 && !isMarket) this.#rest(order)
  }

  remove(order) {
    this.#sides[order.side].remove(order)
    // The last order moves into the freed slot.
    const last = this.resting.pop()
    if (last === order) return
    last.place = order.place
    this.resting[order.place] = last
  }

  answer() {
    return {
      ...this.tape,
      resting: this.resting.length,
      restingQty: this.resting.reduce((sum, order) => sum + order.lots, 0),
      bestBid: this.#sides[BUY].best(),
      bestAsk: this.#sides[SELL].best(),
    }
  }

  #rest(order) {
    this.#sides[order.side].add(order)
    order.place = this.resting.length
    this.resting.push(order)
  }
}

class ExactSide {
  /** By ticks: `queue` oldest first, including removed orders, read from `first`; `count` of resting orders. */
  #levels = new Map()
  /** Binary heap of prices times `sign`, lowest first. A price of an empty level remains until it reaches the top. */
  #heap = []
  #sign

  constructor(sign) {
    this.#sign = sign
  }

  best() {
    while (this.#heap.length > 0) {
      const ticks = this.#heap[0] * this.#sign
      if (this.#levels.has(ticks)) return ticks
      this.#popHeap()
    }
    return null
  }

  oldestOfBest() {
    const level = this.#levels.get(this.best())
    while (level.queue[level.first].isGone) level.first++
    return level.queue[level.first]
  }

  add(order) {
    order.isGone = false
    const level = this.#levels.get(order.ticks)
    if (level !== undefined) {
      level.queue.push(order)
      level.count++
    } else {
      this.#levels.set(order.ticks, { queue: [order], first: 0, count: 1 })
      this.#pushHeap(order.ticks * this.#sign)
    }
  }

  remove(order) {
    order.isGone = true
    const level = this.#levels.get(order.ticks)
    level.count--
    if (level.count === 0) this.#levels.delete(order.ticks)
  }

  #pushHeap(key) {
    const heap = this.#heap
    let at = heap.length
    for (let up = (at - 1) >> 1; at > 0 && heap[up] > key; up = (at - 1) >> 1) {
      heap[at] = heap[up]
      at = up
    }
    heap[at] = key
  }

  #popHeap() {
    const heap = this.#heap
    const key = heap.pop()
    if (heap.length === 0) return
    let at = 0
    for (let down = 1; down < heap.length; down = at * 2 + 1) {
      if (heap[down + 1] < heap[down]) down++
      if (heap[down] >= key) break
      heap[at] = heap[down]
      at = down
    }
    heap[at] = key
  }
}
