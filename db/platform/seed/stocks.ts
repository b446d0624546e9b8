// Twelve well-known shares against USDT, as pairs beside those of coins: price to the cent, quantity to the sixth decimal.

import type { Sector } from '#domain/stocks/sector'
import { type SeedRow, insertMissing } from './statement'

type ShareSeed = readonly [
  code: string,
  name: string,
  exchange: 'NASDAQ' | 'NYSE',
  sector: Sector,
  firstLevelLots: number,
]

/** The house's first quote is worth four to six thousand dollars; a lot is a millionth of a share. */
const SHARES: readonly ShareSeed[] = [
  ['AAPL', 'Apple', 'NASDAQ', 'technology', 20_000_000],
  ['MSFT', 'Microsoft', 'NASDAQ', 'technology', 10_000_000],
  ['NVDA', 'NVIDIA', 'NASDAQ', 'technology', 28_000_000],
  ['AMZN', 'Amazon', 'NASDAQ', 'consumer_goods', 22_000_000],
  ['GOOGL', 'Alphabet', 'NASDAQ', 'communication', 18_000_000],
  ['META', 'Meta Platforms', 'NASDAQ', 'communication', 8_000_000],
  ['TSLA', 'Tesla', 'NASDAQ', 'consumer_goods', 12_000_000],
  ['JPM', 'JPMorgan Chase', 'NYSE', 'financials', 16_000_000],
  ['KO', 'Coca-Cola', 'NYSE', 'consumer_staples', 70_000_000],
  ['DIS', 'Walt Disney', 'NYSE', 'communication', 45_000_000],
  ['IBM', 'IBM', 'NYSE', 'technology', 16_000_000],
  ['MCD', "McDonald's", 'NYSE', 'consumer_goods', 16_000_000],
]

const USDT_ID = 3
const FIRST_ID = 101
const symbolOf = (code: string): string => `${code}-USDT`

const assets: SeedRow[] = SHARES.map(([code, name], index) => ({
  id: FIRST_ID + index,
  code,
  name,
  logo: `/logos/${code.toLowerCase()}.svg`,
  scale: 6,
  wallets: 'stocks',
  sort: FIRST_ID + index,
}))

const pairs: SeedRow[] = SHARES.map(([code, , , , size], index) => ({
  id: FIRST_ID + index,
  symbol: symbolOf(code),
  base_asset_id: FIRST_ID + index,
  quote_asset_id: USDT_ID,
  price_decimals: 2,
  quantity_decimals: 6,
  maker_fee: '100000', // 0.1%
  taker_fee: '100000',
  quantity_min: 1,
  quantity_max: size * 200,
  notional_min: '1000000', // 1 USDT
  price_band: '10000000', // 10% either side of the index
  open_orders_max: 200,
  house_levels: 12,
  house_spread: '20000',
  house_level_step: '15000',
  house_size: size,
  house_inventory_at_full_skew: size * 25,
  house_inventory_max: size * 500,
  breaker_move: '15000000', // 15% within five minutes
  sort: FIRST_ID + index,
}))

const listings: SeedRow[] = SHARES.map(([code, , exchange, sector], index) => ({
  symbol: symbolOf(code),
  exchange,
  sector,
  is_halted: false,
  sort: index + 1,
}))

export const stockStatements = (): string[] => [
  ...insertMissing('asset', assets),
  ...insertMissing('pair', pairs),
  ...insertMissing('stock', listings),
]
