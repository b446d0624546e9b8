// Risk of a margin wallet: its value at index prices against its owner's debts. Exact: values count units of 1e-30 USDT, so rounding never
// decides. Percentages are in hundredths: 13334 is 133.34 %.

import { type Catalogue, knownAssets } from '../catalogue'
import { assert } from '../assert'
import { type Amount, ZERO, amount } from '../money/amount'
import { divideDown, divideUp } from '../money/rounding'

/** Rate required after a loan's credit: a loan of up to three times the own funds. */
export const OPENING_RATE = 13_334n
/** Rate that must remain after a withdrawal. */
export const WITHDRAWAL_FLOOR_RATE = 15_000n
/** Rates of the margin calls. */
export const MARGIN_CALL_RATES = [13_000n, 12_000n] as const
/** Below this rate the owner's orders are refused: even an order filled at the edge of its pair's band leaves more than the debt. */
export const ORDER_FLOOR_RATE = MARGIN_CALL_RATES[1]
/** Below this rate assets are sold until the wallet reaches the target. */
export const LIQUIDATION_RATE = 11_000n
export const TARGET_RATE = 13_000n
const RATE_SCALE = 10_000n

const WORTH_SCALE = 30

/** An asset in the margin wallet or in the debts. `symbol` is null for USDT, which is valued at one price tick. */
export interface MarginLine {
  readonly assetId: number
  readonly code: string
  readonly scale: number
  readonly symbol: string | null
  readonly priceDecimals: number
  readonly priceSteps: number
  /** Available and held. */
  readonly has: Amount
  readonly free: Amount
  readonly owes: Amount
  /** Part of the debt in loans past their grace period, which must be repaid in full. */
  readonly overdue: Amount
}

/** Worth of one smallest unit. */
export function unitWorth({ scale, priceDecimals, priceSteps }: MarginLine): bigint {
  const exponent = WORTH_SCALE - scale - priceDecimals
  assert(exponent >= 0, 'an asset and its price have no more decimals than worth is counted in')
  return BigInt(priceSteps) * 10n ** BigInt(exponent)
}

export interface MarginRisk {
  readonly worth: bigint
  readonly debt: bigint
}

export const riskOf = (lines: readonly MarginLine[]): MarginRisk => ({
  worth: lines.reduce((sum, line) => sum + line.has * unitWorth(line), 0n),
  debt: lines.reduce((sum, line) => sum + line.owes * unitWorth(line), 0n),
})

/** The risk rate in hundredths of a percent, rounded down; null while nothing is owed. */
export const riskRate = ({ worth, debt }: MarginRisk): bigint | null =>
  debt === 0n ? null : divideDown(worth * RATE_SCALE, debt)

/** Compares exact values, not the displayed rate. */
export const isBelow = ({ worth, debt }: MarginRisk, percent: bigint): boolean => worth * RATE_SCALE < debt * percent

/** Worth as an amount in USDT at a scale, rounded down. */
export const worthAt = (worth: bigint, scale: number): Amount =>
  amount(divideDown(worth, 10n ** BigInt(WORTH_SCALE - scale)))

/** The margin call due at this risk: the lowest call rate that it is below, or 0. */
export function marginCallAt(risk: MarginRisk): number {
  const reached = MARGIN_CALL_RATES.filter((percent) => isBelow(risk, percent)).at(-1)
  return reached === undefined ? 0 : parseInt(reached.toString(), 10)
}

/** Rate that ends a margin call, so the next fall triggers it again. */
export const CALL_RESET_RATE = OPENING_RATE

/** The next rate below which something happens, when `called` is the last call. */
export const nextBelow = (called: number): bigint =>
  MARGIN_CALL_RATES.find((percent) => called === 0 || percent < BigInt(called)) ?? LIQUIDATION_RATE

/** Largest amount of an asset that can leave while the rest stays at or above a percentage of the debt. */
export function spareOf(lines: readonly MarginLine[], assetId: number, percent = WITHDRAWAL_FLOOR_RATE): Amount {
  const line = lines.find((each) => each.assetId === assetId)
  if (!line) return ZERO
  const { worth, debt } = riskOf(lines)
  if (debt === 0n) return line.free
  const unit = unitWorth(line)
  const spare = worth * RATE_SCALE - debt * percent
  if (spare <= 0n || unit === 0n) return ZERO
  const units = divideDown(spare, unit * RATE_SCALE)
  return units < line.free ? amount(units) : line.free
}

/** Deposit of an asset needed before the additional loan is allowed; zero when the wallet suffices. */
export function missingFor(lines: readonly MarginLine[], assetId: number, percent = OPENING_RATE): Amount {
  const line = lines.find((each) => each.assetId === assetId)
  const { worth, debt } = riskOf(lines)
  const missing = debt * percent - worth * RATE_SCALE
  if (!line || missing <= 0n) return ZERO
  const unit = unitWorth(line)
  return unit === 0n ? ZERO : amount(divideUp(missing, unit * RATE_SCALE))
}

/** The same wallet after the credit of a loan. */
export const withLoan = (lines: readonly MarginLine[], assetId: number, value: Amount): readonly MarginLine[] =>
  lines.map((line) =>
    line.assetId === assetId
      ? { ...line, has: amount(line.has + value), free: amount(line.free + value), owes: amount(line.owes + value) }
      : line,
  )

export interface Edges {
  readonly low: number | null
  readonly high: number | null
}

/**
 * Price edges per symbol at which the account checks again: a fall below rate `fall`, or a recovery to `rise` (null: none). Symbols share
 * the spare value: while every price is inside its edges, neither rate is passed. Null when one of them is passed already.
 */
export function bandsOf(
  lines: readonly MarginLine[],
  { fall, rise }: { readonly fall: bigint; readonly rise: bigint | null },
): ReadonlyMap<string, Edges> | null {
  const { worth, debt } = riskOf(lines)
  const fallen = edgesFor(lines, { percent: fall, sign: 1n, gap: worth * RATE_SCALE - debt * fall })
  const risen = rise === null ? new Map<string, Edges>() : edgesFor(lines, { percent: rise, sign: -1n, gap: debt * rise - worth * RATE_SCALE - 1n }) // prettier-ignore
  if (!fallen || !risen) return null
  const symbols = lines.flatMap(({ symbol }) => symbol ?? [])
  const inner = (values: readonly (number | null | undefined)[], pick: (...all: number[]) => number) => {
    const known = values.filter((value) => value != null)
    return known.length === 0 ? null : pick(...known)
  }
  return new Map(
    symbols.map((symbol) => {
      const both = [fallen.get(symbol), risen.get(symbol)]
      return [
        symbol,
        {
          low: inner(
            both.map((each) => each?.low),
            Math.max,
          ),
          high: inner(
            both.map((each) => each?.high),
            Math.min,
          ),
        },
      ]
    }),
  )
}

/** Falling assets and rising debts both lower the rate; `gap` is the spare value until the rate is passed. */
function edgesFor(
  lines: readonly MarginLine[],
  { percent, sign, gap }: { readonly percent: bigint; readonly sign: bigint; readonly gap: bigint },
): Map<string, Edges> | null {
  if (gap < 0n) return null
  const slopes = lines.flatMap((line) => {
    if (line.symbol === null) return []
    const slope = sign * (line.has * RATE_SCALE - line.owes * percent) * unitWorth({ ...line, priceSteps: 1 })
    return slope === 0n ? [] : [{ symbol: line.symbol, priceSteps: line.priceSteps, slope }]
  })
  const share = divideDown(gap, BigInt(Math.max(1, slopes.length)))
  return new Map(
    slopes.map(({ symbol, priceSteps, slope }) => {
      const room = divideDown(share, slope > 0n ? slope : -slope)
      const edge = slope > 0n ? BigInt(priceSteps) - room - 1n : BigInt(priceSteps) + room + 1n
      const isReachable = edge > 0n && edge <= BigInt(Number.MAX_SAFE_INTEGER)
      const at = isReachable ? parseInt(edge.toString(), 10) : null
      return [symbol, slope > 0n ? { low: at, high: null } : { low: null, high: at }]
    }),
  )
}

/** Inputs of a wallet's lines. */
export interface MarginSources {
  readonly catalogue: Catalogue
  readonly has: ReadonlyMap<number, { readonly available: Amount; readonly held: Amount }>
  readonly owes: ReadonlyMap<number, { readonly owed: Amount; readonly overdue: Amount }>
  /** Index price of a symbol in steps. */
  readonly priceOf: (symbol: string) => number | undefined
}

/** The wallet and its debts at prices, by asset; null when something counts whose price is not known. */
export function marginLines(
  { catalogue, has, owes, priceOf }: MarginSources,
  also: readonly number[] = [],
): readonly MarginLine[] | null {
  const lines: MarginLine[] = []
  for (const { id, code, scale } of knownAssets(catalogue)) {
    const own = has.get(id)
    const debt = owes.get(id)
    const isKept = (own !== undefined && own.available + own.held > 0n) || debt !== undefined || also.includes(id)
    if (!isKept) continue
    const pair = catalogue.pairs.find(({ base, quote }) => base.id === id && quote.code === 'USDT')
    // A delisted asset counts as zero; a debt in it remains, at an unknown price.
    const gone = debt !== undefined && debt.owed > 0n ? undefined : 0
    const price = code === 'USDT' ? 1 : pair ? priceOf(pair.symbol) : gone
    if (price === undefined) return null
    lines.push({
      assetId: id,
      code,
      scale,
      symbol: pair?.symbol ?? null,
      priceDecimals: pair?.priceDecimals ?? 0,
      priceSteps: price,
      has: amount((own?.available ?? 0n) + (own?.held ?? 0n)),
      free: own?.available ?? ZERO,
      owes: debt?.owed ?? ZERO,
      overdue: debt?.overdue ?? ZERO,
    })
  }
  return lines
}
