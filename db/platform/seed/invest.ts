// Initial ladder rungs: calls above and puts below the price, near and far, short and long. Nearer strikes and shorter terms pay more.

import { insertMissing } from './statement'

/** Days, and distance and yearly rate for a near and a far strike, in units of 1e-8. */
const TERMS: readonly (readonly [
  every: number,
  near: readonly [distance: number, apr: number],
  far: readonly [distance: number, apr: number],
])[] = [
  [1, [1_000_000, 60_000_000], [2_500_000, 25_000_000]],
  [3, [2_000_000, 45_000_000], [4_000_000, 22_000_000]],
  [7, [3_000_000, 35_000_000], [6_000_000, 18_000_000]],
  [30, [6_000_000, 22_000_000], [12_000_000, 10_000_000]],
]

const SYMBOLS = [
  ['BTC-USDT', 100, 20_000, 500],
  ['ETH-USDT', 5, 200_000, 5_000],
] as const

const rungs = SYMBOLS.flatMap(([symbol, roundTo, shares, userShares]) =>
  (['call', 'put'] as const).flatMap((kind) =>
    TERMS.flatMap(([every, ...targets]) =>
      targets.map(([distance, apr]) => ({
        symbol,
        call_or_put: kind,
        distance: String(distance),
        round_to: roundTo,
        every_days: every,
        apr: String(apr),
        shares,
        user_shares: userShares,
        is_open: true,
      })),
    ),
  ),
)

export const investStatements = (): string[] =>
  insertMissing(
    'invest_rung',
    rungs.map((rung, index) => ({ id: index + 1, ...rung, sort: index + 1 })),
  )
