// Sums of the ledger by period, and costs, as an Account answers them. Amounts are integer text.

import type { Period, PeriodLine, Step } from '#domain/portfolio/movement'

export interface PortfolioPeriods {
  /** Sums of the whole ledger: received less given is the balance of a place. */
  readonly whole: readonly PeriodLine[]
  /** Periods with a movement, ascending. */
  readonly periods: readonly Period[]
  /** Money from and to the outside since the first period, by instant, as far as it is kept. */
  readonly flows: readonly Period[]
  /** Start of the first month with an entry; null before any. */
  readonly firstMonth: number | null
}

export type PeriodStep = Exclude<Step, 'all' | 'instant'>

export interface CostRow {
  readonly key: string
  readonly known: string
  readonly unknown: string
  readonly cost: string
  readonly realized: string
  readonly unpriced: string
}
