// The index price: the consensus of several sources, as the median of fresh prices without outliers. Pure and order-independent.

/** A source's last word on one symbol, in whole steps. */
export interface SourcePrice {
  readonly source: string
  readonly priceSteps: number
  readonly isFresh: boolean
  /** Its price has changed within the last seconds. */
  readonly isMoving: boolean
}

export interface Consensus {
  /** Null when no source is fresh, or when two disagree without a way to decide. */
  readonly priceSteps: number | null
  /** The sources behind the price, sorted: "binance+kraken". */
  readonly source: string
  readonly outliers: readonly string[]
}

/** Sources further from the reference are excluded: 1 %, in basis points. */
const OUTLIER_LIMIT_BPS = 100

const NOTHING: Consensus = { priceSteps: null, source: '', outliers: [] }

/**
 * With three or more sources the reference is their median. Of two that disagree, one that hasn't moved for some seconds is ignored, since
 * it may repeat an old price; of two moving ones, the one nearer to the last accepted price wins. A single source is accepted without
 * comparison.
 */
export function findConsensus(prices: readonly SourcePrice[], previous: number | null): Consensus {
  const fresh = prices.filter((price) => price.isFresh)
  if (fresh.length === 0) return NOTHING
  const reference = fresh.length === 2 ? pairReference(fresh, previous) : median(fresh.map((price) => price.priceSteps))
  if (reference === null) return { ...NOTHING, outliers: fresh.map((price) => price.source) }
  const inside = fresh.filter((price) => !isFar(price.priceSteps, reference))
  const outliers = fresh.filter((price) => isFar(price.priceSteps, reference)).map((price) => price.source)
  return {
    priceSteps: median(inside.map((price) => price.priceSteps)),
    source: inside
      .map((price) => price.source)
      .sort()
      .join('+'),
    outliers,
  }
}

function pairReference(fresh: readonly SourcePrice[], previous: number | null): number | null {
  const [low = 0, high = 0] = fresh.map((price) => price.priceSteps).sort((left, right) => left - right)
  if (!isFar(high, low)) return median([low, high])
  const moving = fresh.filter((price) => price.isMoving)
  if (moving.length === 1) return moving[0]?.priceSteps ?? null
  if (moving.length === 0 || previous === null) return null
  return previous - low <= high - previous ? low : high
}

const isFar = (priceSteps: number, reference: number): boolean =>
  Math.abs(priceSteps - reference) * 10_000 > reference * OUTLIER_LIMIT_BPS

/** The middle value; of an even number the mean of the two in the middle, rounded to a whole step. */
function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((left, right) => left - right)
  const high = sorted[Math.floor(sorted.length / 2)]
  const low = sorted[Math.floor((sorted.length - 1) / 2)]
  return high === undefined || low === undefined ? null : Math.round((low + high) / 2)
}
