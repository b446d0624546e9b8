// Monthly statement: each asset's balances at the start and the end, and between them its receipts and payments by reason.

import { type BillReason, billWord } from '../bill-reason'
import type { Wallet } from '../catalogue'
import { type Amount, ZERO, add, decodeAmount, subtract } from '../money/amount'
import type { Period, PeriodLine, MoneyPlace } from './movement'

interface StatementLine {
  readonly reason: BillReason
  /** Shares have bill names of their own. */
  readonly wallet: Wallet
  readonly received: Amount
  readonly given: Amount
}

export interface AssetStatement {
  readonly assetId: number
  readonly opening: Amount
  readonly lines: readonly StatementLine[]
  readonly received: Amount
  readonly given: Amount
  readonly closing: Amount
}

interface Ledgers {
  readonly whole: readonly PeriodLine[]
  /** Months from the statement's month on. */
  readonly months: readonly Period[]
}

/** Opening + received − given = closing, in each asset. Assets without balance and movement are left out. */
export function statementOf(
  { whole, months }: Ledgers,
  { month, wallet }: { readonly month: number; readonly wallet: Wallet | null },
): readonly AssetStatement[] {
  const isOwn = (place: MoneyPlace): place is Wallet =>
    wallet === null
      ? place !== 'works' && place !== 'sales' && place !== 'debt' && place !== 'auctions'
      : place === wallet
  const own = (lines: readonly PeriodLine[]) => lines.filter(([place]) => isOwn(place))
  const assetIds = [...new Set(own(whole).map(([, assetId]) => assetId))].sort((left, right) => left - right)
  return assetIds.flatMap((assetId) => {
    const of = (lines: readonly PeriodLine[]) => own(lines).filter((line) => line[1] === assetId)
    const later = months.filter(({ at }) => at > month).flatMap(({ lines }) => of(lines))
    const inMonth = months.filter(({ at }) => at === month).flatMap(({ lines }) => of(lines))
    const closing = subtract(netOf(of(whole)), netOf(later))
    const [received, given] = [sumOf(inMonth, 3), sumOf(inMonth, 4)]
    const opening = subtract(closing, subtract(received, given))
    if (closing === 0n && inMonth.length === 0) return []
    return [{ assetId, opening, lines: linesOf(inMonth), received, given, closing }]
  })
}

const sumOf = (lines: readonly PeriodLine[], column: 3 | 4): Amount =>
  lines.reduce((sum, line) => add(sum, decodeAmount(line[column])), ZERO)

const netOf = (lines: readonly PeriodLine[]): Amount => subtract(sumOf(lines, 3), sumOf(lines, 4))

/** One line a reason; trades of shares apart from trades of coins. */
function linesOf(lines: readonly PeriodLine[]): readonly StatementLine[] {
  const sums = new Map<string, StatementLine>()
  for (const [place, , reason, received, given] of lines) {
    const wallet: Wallet = place === 'stocks' ? 'stocks' : 'change'
    const key = billWord({ reason, wallet })
    const known = sums.get(key) ?? { reason, wallet, received: ZERO, given: ZERO }
    sums.set(key, {
      ...known,
      received: add(known.received, decodeAmount(received)),
      given: add(known.given, decodeAmount(given)),
    })
  }
  return [...sums.values()]
}
