// Liquidation of a margin wallet below its liquidation rate, one step per tick: debts are repaid from balances of their own asset, then the
// largest asset is sold for the missing amount, up to the target rate. A published rule without any discretion.

import type { Pair } from '../catalogue'
import { type Amount, ZERO, add, amount, minimum, subtract } from '../money/amount'
import { type Lots, type PairGrid, baseUnitsPerLot, bookCount, lots, lotsWorth, notional, ticks } from '../money/price'
import { RATE_SCALE, type Rate } from '../money/rate'
import { divideDown, divideUp } from '../money/rounding'
import { bandAround } from '../price-band'
import type { Side } from '../order'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time'
import { type MarginLine, LIQUIDATION_RATE, TARGET_RATE, isBelow, riskOf, unitWorth } from './risk'

/** A loan this long past due is repaid in full by sales. */
export const GRACE_MS = 7 * DAY_MS
/** How long an asset without a price suspends the risk check; afterwards it counts as zero until a price exists. */
export const SILENT_MS = 10 * MINUTE_MS
/** How long a delisted asset still counts at its last price to prevent a liquidation: its owner got a margin call and may deposit other assets. */
const DELISTED_MS = DAY_MS
/** A blocked sale or risk check is reported to the desk after this time. */
export const STUCK_MS = HOUR_MS
const SKIP_MS = { first: 30_000, most: HOUR_MS } as const

/** A pair that sold nothing or refused the order. */
export interface Skipped {
  readonly until: number
  readonly failures: number
}

/** A delisted asset of the wallet. */
export interface Delisted {
  readonly since: number
  /** Its last price as a count of price steps. */
  readonly priceSteps: number
  readonly priceDecimals: number
}

/** Whether the liquidation would start only because of assets delisted less than a day ago. */
export function isCausedByDelisting(
  lines: readonly MarginLine[],
  { delisted, at }: { readonly delisted: Readonly<Record<string, Delisted>>; readonly at: number },
): boolean {
  const asBefore = lines.map((line): MarginLine => {
    const gone = delisted[String(line.assetId)]
    if (!gone || line.symbol !== null || at >= gone.since + DELISTED_MS) return line
    return { ...line, priceSteps: gone.priceSteps, priceDecimals: gone.priceDecimals }
  })
  return mustLiquidate(lines) && !mustLiquidate(asBefore)
}

/** A failed sale is retried after half a minute, then after doubling pauses up to an hour; other assets are sold meanwhile. */
export function skipAfter(before: Skipped | undefined, at: number): Skipped {
  const failures = (before?.failures ?? 0) + 1
  return { failures, until: at + Math.min(SKIP_MS.most, SKIP_MS.first * 2 ** Math.min(failures - 1, 10)) }
}

/** Liquidation fee on repayments by sales, for the insurance fund: 1 %. */
const FEE = 1_000_000n
const ONE = 10n ** BigInt(RATE_SCALE)
/**
 * Smallest units repaid beyond the computed need. The fee is rounded up by less than one unit; each extra unit lowers the shortage by 0.29 of
 * a unit, so four make up for it.
 */
const ROUNDING = 4n

/** A pair against USDT as a step needs it. */
export interface SalePair extends PairGrid {
  readonly symbol: string
  readonly baseId: number
  readonly takerFee: Rate
  readonly quantityMin: Lots
  readonly quantityMax: Lots
  readonly notionalMin: Amount
  readonly priceBand: Rate
}

export const salePairOf = ({ symbol, base, takerFee, filters, ...grid }: Pair): SalePair => ({
  symbol,
  baseId: base.id,
  takerFee,
  quantityMin: filters.quantityMin,
  quantityMax: filters.quantityMax,
  notionalMin: filters.notionalMin,
  priceBand: filters.priceBand,
  priceDecimals: grid.priceDecimals,
  tickSteps: grid.tickSteps,
  quantityDecimals: grid.quantityDecimals,
  baseScale: grid.baseScale,
  quoteScale: grid.quoteScale,
})

interface Repayment {
  readonly assetId: number
  readonly amount: Amount
  readonly fee: Amount
}

/** A market order: lots of the base to sell, or quote to buy it for. */
interface Sale {
  readonly symbol: string
  readonly side: Side
  readonly lots: Lots
  readonly budget: Amount | null
  /** The worst price that it may get, in ticks. */
  readonly ticks: number
}

export interface Step {
  readonly repayments: readonly Repayment[]
  readonly sale: Sale | null
  /** over: at the target or without debt. short: nothing left to sell, and the insurance fund pays the rest. */
  readonly state: 'selling' | 'over' | 'short'
}

/** Whether selling begins. Once begun it goes on to the target. */
export const mustLiquidate = (lines: readonly MarginLine[]): boolean =>
  isBelow(riskOf(lines), LIQUIDATION_RATE) || lines.some(({ overdue }) => overdue > 0n)

/** One liquidation step at these prices. */
export function planStep(lines: readonly MarginLine[], pairs: readonly SalePair[]): Step {
  const { lines: after, repayments } = payOut(lines)
  const debts = needs(after, highestFee(pairs))
  if (debts.length === 0) return { repayments, sale: null, state: 'over' }
  for (const debt of debts) {
    const sale = findSale(after, pairs, debt)
    if (sale) return { repayments, sale, state: 'selling' }
  }
  return { repayments, sale: null, state: 'short' }
}

const highestFee = (pairs: readonly SalePair[]): bigint =>
  pairs.reduce((most, { takerFee }) => (takerFee > most ? takerFee : most), 0n)

interface Need {
  readonly line: MarginLine
  /** In the debt's smallest unit. */
  readonly amount: Amount
}

/** Amounts to repay per debt, largest first. `cost` is a sale's fee rate. */
function needs(lines: readonly MarginLine[], cost: bigint): Need[] {
  const { worth, debt } = riskOf(lines)
  const target = TARGET_RATE * (ONE / 10_000n)
  // Reduction of the wallet's value per unit of repaid value.
  const weight = divideUp((ONE + FEE) * ONE, ONE - cost)
  const short = target * debt - ONE * worth
  let left = short > 0n ? divideUp(short, target - weight) : 0n
  const owing = lines.filter(({ owes }) => owes > 0n).sort(byDebt)
  return owing.flatMap((line) => {
    const unit = unitWorth(line)
    const wanted = minimum(line.owes, amount(unit === 0n || left === 0n ? 0n : divideUp(left, unit) + ROUNDING))
    const value = wanted > line.overdue ? wanted : line.overdue
    left = left > value * unit ? left - value * unit : 0n
    return value > 0n ? [{ line, amount: value }] : []
  })
}

/** Those past due first, then by worth, then by number. */
const byDebt = (left: MarginLine, right: MarginLine): number => {
  if (left.overdue > 0n !== right.overdue > 0n) return left.overdue > 0n ? -1 : 1
  return byWorth(left.owes * unitWorth(left), right.owes * unitWorth(right)) || left.assetId - right.assetId
}
const byWorth = (left: bigint, right: bigint): number => (left > right ? -1 : left < right ? 1 : 0)

/** Repays from free balances of the same asset; each payment lowers the needs of the other debts. */
function payOut(lines: readonly MarginLine[]): { lines: readonly MarginLine[]; repayments: readonly Repayment[] } {
  const repayments: Repayment[] = []
  let after = lines
  const order = lines.filter(({ owes }) => owes > 0n).sort(byDebt)
  for (const { assetId } of order) {
    const need = needs(after, 0n).find(({ line }) => line.assetId === assetId)
    if (!need) continue
    const { free } = need.line
    const most = amount(divideDown(free * ONE, ONE + FEE))
    const paid = minimum(need.amount, most)
    if (paid === 0n) continue
    // The rounded-up fee is covered, because the maximum was rounded down.
    const fee = minimum(amount(divideUp(paid * FEE, ONE)), subtract(free, paid))
    repayments.push({ assetId, amount: paid, fee })
    after = after.map((line) =>
      line.assetId === assetId
        ? {
            ...line,
            has: subtract(subtract(line.has, paid), fee),
            free: subtract(subtract(line.free, paid), fee),
            owes: subtract(line.owes, paid),
            overdue: line.overdue > paid ? subtract(line.overdue, paid) : ZERO,
          }
        : line,
    )
  }
  return { lines: after, repayments }
}

/** Largest possible sale for a debt: direct, or through USDT. */
function findSale(lines: readonly MarginLine[], pairs: readonly SalePair[], need: Need): Sale | null {
  const { line: debt } = need
  const missing = add(need.amount, amount(divideUp(need.amount * FEE, ONE)))
  const inWorth = (missing > debt.free ? missing - debt.free : 1n) * unitWorth(debt)
  const buying = pairs.find(({ baseId }) => baseId === debt.assetId)
  const dollars = lines.find(({ symbol, code }) => symbol === null && code === 'USDT')
  const isDirect = debt.symbol === null
  const wanted = isDirect || !buying ? inWorth : grossUp(inWorth, buying)
  const inHand = !isDirect && dollars ? dollars.free * unitWorth(dollars) : 0n
  if (inHand >= wanted && buying) {
    const bought = buyFor(buying, debt, dollars, wanted)
    if (bought) return bought
  }
  const sellable = lines
    .filter(({ assetId }) => assetId !== debt.assetId)
    .sort((left, right) => byWorth(left.free * unitWorth(left), right.free * unitWorth(right)))
  for (const line of sellable) {
    const pair = pairs.find(({ symbol }) => symbol === line.symbol)
    const sold = pair && sellFor(pair, line, wanted > inHand ? wanted - inHand : 1n)
    if (sold) return sold
  }
  return !isDirect && buying ? buyFor(buying, debt, dollars, wanted) : null
}

const grossUp = (worth: bigint, { takerFee }: SalePair): bigint => divideUp(worth * ONE, ONE - takerFee)

/** At the worst price of the pair's band around the tick. */
const worstAt = ({ priceBand, tickSteps }: SalePair, side: Side, priceSteps: number): number => {
  const band = bandAround({ filters: { priceBand } }, Math.max(1, Math.floor(priceSteps / tickSteps)))
  return side === 'sell' ? band.lowTicks : band.highTicks
}

function sellFor(pair: SalePair, line: MarginLine, worth: bigint): Sale | null {
  const perLot = baseUnitsPerLot(pair)
  const wanted = divideUp(grossUp(worth, pair), perLot * unitWorth(line))
  // Slightly above the smallest order, so it is also valid at the worst price.
  const low = ticks(worstAt(pair, 'sell', line.priceSteps))
  const least = lots(Math.max(pair.quantityMin, lotsWorth(pair, low, pair.notionalMin)))
  const most = Math.min(bookCount(divideDown(line.free, perLot)), pair.quantityMax)
  const count = lots(Math.min(Math.max(bookCount(wanted), least), most))
  if (count < least) return null
  return { symbol: pair.symbol, side: 'sell', lots: count, budget: null, ticks: low }
}

function buyFor(pair: SalePair, debt: MarginLine, dollars: MarginLine | undefined, worth: bigint): Sale | null {
  if (!dollars) return null
  const high = worstAt(pair, 'buy', debt.priceSteps)
  const least = amount(pair.notionalMin * 2n)
  const lotLeast = notional(pair, ticks(high), pair.quantityMin)
  const wanted = amount(divideUp(worth, unitWorth(dollars)))
  const floor = least > lotLeast ? least : lotLeast
  const most = minimum(dollars.free, notional(pair, ticks(high), pair.quantityMax))
  const budget = minimum(wanted > floor ? wanted : floor, most)
  return budget < floor ? null : { symbol: pair.symbol, side: 'buy', lots: lots(0), budget, ticks: high }
}
