// The terms of contracts on the first day, for every pair quoted in USDT. A lot is worth some tens of dollars, and one step of a price on
// one lot is a whole number of the quote's units; tests keep it so.

import { type SeedRow, insertMissing } from './statement'

/** Symbol, base units of 1e-8 in a lot, the most lots of an order. */
const LOTS: readonly (readonly [symbol: string, lotSize: number, lotsMax: number])[] = [
  ['BTC-USDT', 100_000, 50_000],
  ['ETH-USDT', 1_000_000, 75_000],
  ['SOL-USDT', 10_000_000, 75_000],
  ['XRP-USDT', 1_000_000_000, 50_000],
  ['BNB-USDT', 1_000_000, 75_000],
  ['DOGE-USDT', 10_000_000_000, 50_000],
  ['ADA-USDT', 1_000_000_000, 75_000],
  ['LTC-USDT', 10_000_000, 50_000],
  ['LINK-USDT', 100_000_000, 50_000],
  ['AVAX-USDT', 100_000_000, 30_000],
  ['DOT-USDT', 100_000_000, 50_000],
  ['TRX-USDT', 10_000_000_000, 50_000],
  ['USDC-USDT', 1_000_000_000, 50_000],
]

/** Notional limit in USDT, maintenance rate in units of 1e-8, and highest leverage. */
const TIERS: readonly (readonly [upTo: number, maintenance: number, leverageMax: number])[] = [
  [50_000, 500_000, 100],
  [250_000, 1_000_000, 50],
  [1_000_000, 2_500_000, 20],
  [3_000_000, 5_000_000, 10],
]

const USDT = 1_000_000

const terms: SeedRow[] = LOTS.map(([symbol, lotSize, lotsMax], index) => ({
  symbol,
  lot_size: String(lotSize),
  leverages: '1,2,5,10,20,50,100',
  spread: '40000',
  fee: '50000',
  overnight: '20000',
  liquidation_fee: '50000',
  lots_min: 1,
  lots_max: lotsMax,
  exposure_max: String(20_000_000 * USDT),
  is_open: true,
  sort: index + 1,
}))

const tiers: SeedRow[] = LOTS.flatMap(([symbol]) =>
  TIERS.map(([upTo, maintenance, leverageMax], index) => ({
    symbol,
    tier: index + 1,
    up_to: String(upTo * USDT),
    maintenance: String(maintenance),
    leverage_max: leverageMax,
  })),
)

export const futuresStatements = (): string[] => [
  ...insertMissing('futures_term', terms),
  ...insertMissing('futures_tier', tiers),
]
