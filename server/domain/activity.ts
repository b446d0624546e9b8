// Activity of accounts by UTC day, for the desk's overview: commands of the owner, traded value, fees.

import type { BillReason } from './bill-reason'
import { type Amount, ZERO, add, amount, decodeAmount } from './money/amount'
import { divideDown } from './money/rounding'

/** `active` has the asset 0 and the amount 1. */
export type ActivityKind = 'active' | 'volume' | 'fees'

/** Since the day began, in the asset's smallest unit; fees that were paid back are subtracted. */
export type DaySum = readonly [kind: ActivityKind, assetId: number, amount: string]

/** What an account did on a day, as `toReported`. A report with a lower revision changes nothing. */
export interface ReportedDay {
  /** Days since 1970. */
  readonly day: number
  readonly revision: number
  readonly sums: readonly DaySum[]
}

/** Today and yesterday. */
export const DAYS_KEPT = 2

/** The directory adds reports as SQL integers, which have 64 bits: an asset has eight decimals there at most. */
const REPORTED_DECIMALS = 8

const stepOf = (scale: number): bigint => 10n ** BigInt(Math.max(0, scale - REPORTED_DECIMALS))

/** The sums of a report, each rounded down. */
export const toReported = (sums: readonly DaySum[], scaleOf: (assetId: number) => number): readonly DaySum[] =>
  sums.map(([kind, assetId, text]) => [
    kind,
    assetId,
    divideDown(decodeAmount(text), stepOf(scaleOf(assetId))).toString(),
  ])

/** A sum of reports in the asset's smallest unit. */
export const fromReported = (text: string, scale: number): Amount => amount(BigInt(text) * stepOf(scale))

interface FeeLine {
  readonly account: string
  readonly assetId: number
  readonly amount: Amount
}

/** Fees of an entry by asset. A split changes the number of shares, which is no income. */
export function feesOf({
  reason,
  lines,
}: {
  readonly reason: BillReason
  readonly lines: readonly FeeLine[]
}): ReadonlyMap<number, Amount> {
  const fees = new Map<number, Amount>()
  if (reason === 'stock_split') return fees
  for (const { account, assetId, amount: value } of lines)
    if (account === '@fees') fees.set(assetId, add(fees.get(assetId) ?? ZERO, value))
  return fees
}
