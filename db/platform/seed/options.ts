// The terms of options on the first day, for every pair quoted in USDT: the longer, the more a win pays.

import { type SeedRow, insertMissing } from './statement'

const SYMBOLS = [
  'BTC-USDT',
  'ETH-USDT',
  'SOL-USDT',
  'XRP-USDT',
  'BNB-USDT',
  'DOGE-USDT',
  'ADA-USDT',
  'LTC-USDT',
  'LINK-USDT',
  'AVAX-USDT',
  'DOT-USDT',
  'TRX-USDT',
]

/** Seconds, profit rate of a win in units of 1e-8, and largest stake in USDT. */
const DURATIONS: readonly (readonly [seconds: number, ratio: number, stakeMax: number])[] = [
  [30, 85_000_000, 1_000],
  [60, 87_000_000, 2_000],
  [120, 88_000_000, 2_000],
  [180, 89_000_000, 5_000],
  [300, 90_000_000, 5_000],
  [600, 92_000_000, 10_000],
]

const USDT = 1_000_000
const STAKE_MIN = 5

const terms: SeedRow[] = SYMBOLS.map((symbol, index) => ({
  symbol,
  fee: '0',
  user_max: String(20_000 * USDT),
  exposure_max: String(500_000 * USDT),
  is_open: true,
  sort: index + 1,
}))

const durations: SeedRow[] = SYMBOLS.flatMap((symbol) =>
  DURATIONS.map(([seconds, ratio, stakeMax]) => ({
    symbol,
    seconds,
    ratio: String(ratio),
    stake_min: String(STAKE_MIN * USDT),
    stake_max: String(stakeMax * USDT),
  })),
)

export const optionStatements = (): string[] => [
  ...insertMissing('option_term', terms),
  ...insertMissing('option_duration', durations),
]
