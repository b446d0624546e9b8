// Initial loan terms: four assets by term; longer terms cost more.

import { insertMissing } from './statement'

/** Rates in units of 1e-8 a day. */
const RATES: readonly (readonly [assetId: number, daily: readonly number[]])[] = [
  [1, [12_000, 13_000, 14_000, 15_000, 17_000]],
  [2, [14_000, 15_000, 16_000, 17_000, 19_000]],
  [3, [24_000, 25_000, 27_000, 29_000, 32_000]],
  [4, [24_000, 25_000, 27_000, 29_000, 32_000]],
]
const DAYS = [7, 30, 90, 180, 365] as const
/** 0.5 % a day. */
const LATE = '500000'
/** In USDT, eight decimals. */
const WORTH_MIN = '50000000000000'
const WORTH_MAX = '1000000000000000'

export const loanStatements = (): string[] =>
  insertMissing(
    'loan_term',
    RATES.flatMap(([asset_id, rates], place) =>
      DAYS.map((days, index) => ({
        id: place * DAYS.length + index + 1,
        asset_id,
        days,
        daily_rate: String(rates[index] ?? 0),
        late_rate: LATE,
        worth_min: WORTH_MIN,
        worth_max: WORTH_MAX,
        is_open: true,
        sort: place * DAYS.length + index,
      })),
    ),
  )
