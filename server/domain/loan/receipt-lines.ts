// Lines of a margin wallet in receipts: amounts as integer text, prices by the ticks beside them.

import * as v from 'valibot'
import { amount } from '../money/amount'
import { count, name, orNull, units } from '../published-forms'
import type { Tick } from '../quotes/chain'
import { parseSteps } from '../quotes/steps'
import type { MarginLine } from './risk'

export const lineForm = v.strictObject({
  ...{ assetId: count, code: name, scale: count, symbol: orNull(name), priceDecimals: count },
  ...{ has: units, free: units, owes: units, overdue: units },
})
export type ReceiptLine = v.InferOutput<typeof lineForm>

/** The lines, and the ticks that value them. */
export const describeLines = (lines: readonly MarginLine[], ticks: readonly Tick[]) => ({
  ticks: ticks.filter(({ symbol }) => lines.some((line) => line.symbol === symbol)),
  lines: lines.map(({ priceSteps: _steps, has, free, owes, overdue, ...line }): ReceiptLine => ({
    ...line,
    ...{ has: has.toString(), free: free.toString(), owes: owes.toString(), overdue: overdue.toString() },
  })),
})

interface Described {
  readonly at: number
  readonly ticks: readonly Tick[]
  readonly lines: readonly ReceiptLine[]
}

export function readLines(receipt: Described): {
  readonly lines: readonly MarginLine[]
  readonly problems: readonly string[]
} {
  const problems: string[] = []
  const lines = receipt.lines.map(({ has, free, owes, overdue, ...line }): MarginLine => {
    const tick = receipt.ticks.find(({ symbol }) => symbol === line.symbol)
    const priceSteps =
      line.symbol === null ? (line.code === 'USDT' ? 1 : 0) : tick ? parseSteps(tick.price, line.priceDecimals) : null
    if (priceSteps === null) problems.push(`there is no tick of ${line.symbol ?? line.code}`)
    return {
      ...{ ...line, priceSteps: priceSteps ?? 0, has: amount(BigInt(has)), free: amount(BigInt(free)) },
      ...{ owes: amount(BigInt(owes)), overdue: amount(BigInt(overdue)) },
    }
  })
  if (receipt.ticks.some(({ at }) => at > receipt.at)) problems.push('a tick is later than the receipt says')
  return { lines, problems }
}
