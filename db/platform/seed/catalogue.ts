// Initial catalogue: assets, networks, pairs with grids, filters, fees and house quotes. For every pair, tick times lot is a whole number
// of quote units, which a test checks.

import { type SeedRow, decimalUnits, insertMissing } from './statement'

const EVERY_WALLET = 'legal,change,lever,micro,stocks,earn,margin'
const CRYPTO_WALLETS = 'legal,change,lever,micro,earn,margin'

/** Amounts are decimal text of the asset; the last one is the smallest withdrawal. */
type NetworkSeed = readonly [
  name: string,
  confirmationsMin: number,
  depositMin: string,
  withdrawalFee: string,
  withdrawalMin: string,
]

interface AssetSeed {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly scale: number
  readonly networks: readonly NetworkSeed[]
}

// Ids 1 to 3 are wire constants. An id or a scale is never changed once released.
const ASSETS: readonly AssetSeed[] = [
  { id: 1, code: 'BTC', name: 'Bitcoin', scale: 8, networks: [['BTC', 3, '0.0001', '0.0002', '0.001']] },
  { id: 2, code: 'ETH', name: 'Ethereum', scale: 18, networks: [['ERC20', 32, '0.001', '0.002', '0.01']] },
  {
    id: 3,
    code: 'USDT',
    name: 'Tether USD',
    scale: 6,
    networks: [
      ['ERC20', 32, '1', '5', '20'],
      ['TRC20', 20, '1', '1', '10'],
    ],
  },
  { id: 4, code: 'USDC', name: 'USD Coin', scale: 6, networks: [['ERC20', 32, '1', '5', '20']] },
  { id: 5, code: 'SOL', name: 'Solana', scale: 9, networks: [['SOL', 32, '0.01', '0.01', '0.1']] },
  { id: 6, code: 'XRP', name: 'XRP', scale: 6, networks: [['XRP', 1, '1', '0.2', '20']] },
  { id: 7, code: 'BNB', name: 'BNB', scale: 18, networks: [['BEP20', 15, '0.002', '0.001', '0.02']] },
  { id: 8, code: 'DOGE', name: 'Dogecoin', scale: 8, networks: [['DOGE', 40, '10', '4', '50']] },
  { id: 9, code: 'ADA', name: 'Cardano', scale: 6, networks: [['ADA', 15, '2', '1', '10']] },
  { id: 10, code: 'LTC', name: 'Litecoin', scale: 8, networks: [['LTC', 6, '0.002', '0.001', '0.01']] },
  { id: 11, code: 'LINK', name: 'Chainlink', scale: 18, networks: [['ERC20', 32, '0.1', '0.3', '2']] },
  { id: 12, code: 'AVAX', name: 'Avalanche', scale: 18, networks: [['AVAX', 12, '0.02', '0.01', '0.2']] },
  { id: 13, code: 'DOT', name: 'Polkadot', scale: 10, networks: [['DOT', 25, '0.1', '0.1', '2']] },
  { id: 14, code: 'TRX', name: 'TRON', scale: 6, networks: [['TRC20', 20, '1', '1', '20']] },
]

interface PairSeed {
  readonly id: number
  readonly symbol: string
  readonly sides: readonly [baseId: number, quoteId: number]
  readonly decimals: readonly [price: number, quantity: number]
  /** Largest order, and the house's first level: both in lots. */
  readonly quantityMax: number
  readonly houseSize: number
  /** In rate units of 1e-8: 10_000 is one basis point. */
  readonly spread: number
  readonly levelStep: number
}

// First levels are worth three to seven thousand dollars; the largest order about five million.
const PAIRS: readonly PairSeed[] = [
  {
    id: 1,
    symbol: 'BTC-USDT',
    sides: [1, 3],
    decimals: [1, 5],
    quantityMax: 5_000_000,
    houseSize: 6_000,
    spread: 12_000,
    levelStep: 8_000,
  },
  {
    id: 2,
    symbol: 'ETH-USDT',
    sides: [2, 3],
    decimals: [2, 4],
    quantityMax: 15_000_000,
    houseSize: 15_000,
    spread: 15_000,
    levelStep: 10_000,
  },
  {
    id: 3,
    symbol: 'SOL-USDT',
    sides: [5, 3],
    decimals: [2, 3],
    quantityMax: 30_000_000,
    houseSize: 25_000,
    spread: 30_000,
    levelStep: 20_000,
  },
  {
    id: 4,
    symbol: 'XRP-USDT',
    sides: [6, 3],
    decimals: [4, 1],
    quantityMax: 20_000_000,
    houseSize: 20_000,
    spread: 40_000,
    levelStep: 25_000,
  },
  {
    id: 5,
    symbol: 'BNB-USDT',
    sides: [7, 3],
    decimals: [2, 3],
    quantityMax: 6_000_000,
    houseSize: 6_000,
    spread: 30_000,
    levelStep: 20_000,
  },
  {
    id: 6,
    symbol: 'DOGE-USDT',
    sides: [8, 3],
    decimals: [5, 0],
    quantityMax: 25_000_000,
    houseSize: 20_000,
    spread: 50_000,
    levelStep: 30_000,
  },
  {
    id: 7,
    symbol: 'ADA-USDT',
    sides: [9, 3],
    decimals: [4, 1],
    quantityMax: 80_000_000,
    houseSize: 60_000,
    spread: 60_000,
    levelStep: 40_000,
  },
  {
    id: 8,
    symbol: 'LTC-USDT',
    sides: [10, 3],
    decimals: [2, 3],
    quantityMax: 50_000_000,
    houseSize: 40_000,
    spread: 50_000,
    levelStep: 30_000,
  },
  {
    id: 9,
    symbol: 'LINK-USDT',
    sides: [11, 3],
    decimals: [3, 2],
    quantityMax: 30_000_000,
    houseSize: 25_000,
    spread: 50_000,
    levelStep: 30_000,
  },
  {
    id: 10,
    symbol: 'AVAX-USDT',
    sides: [12, 3],
    decimals: [3, 2],
    quantityMax: 20_000_000,
    houseSize: 15_000,
    spread: 60_000,
    levelStep: 35_000,
  },
  {
    id: 11,
    symbol: 'DOT-USDT',
    sides: [13, 3],
    decimals: [3, 2],
    quantityMax: 100_000_000,
    houseSize: 80_000,
    spread: 60_000,
    levelStep: 40_000,
  },
  {
    id: 12,
    symbol: 'TRX-USDT',
    sides: [14, 3],
    decimals: [5, 0],
    quantityMax: 20_000_000,
    houseSize: 15_000,
    spread: 50_000,
    levelStep: 30_000,
  },
  {
    id: 13,
    symbol: 'USDC-USDT',
    sides: [4, 3],
    decimals: [4, 1],
    quantityMax: 50_000_000,
    houseSize: 70_000,
    spread: 20_000,
    levelStep: 10_000,
  },
  {
    id: 14,
    symbol: 'ETH-BTC',
    sides: [2, 1],
    decimals: [5, 3],
    quantityMax: 1_500_000,
    houseSize: 1_500,
    spread: 60_000,
    levelStep: 30_000,
  },
]

const FEE = '100000' // 0.1%, maker and taker alike
const PRICE_BAND = '10000000' // 10% either side of the index
const HOUSE_LEVELS = 18
/** An inventory of this many first-level sizes moves the house's quotes by one whole spread. */
const FULL_SKEW_SIZES = 25
/** The house's largest inventory, in first-level sizes: five times its quotes on one side. */
const INVENTORY_MAX_SIZES = 500
const BREAKER_MOVE = '15000000' // 15% within five minutes
const NOTIONAL_MIN: Readonly<Record<number, string>> = { 3: '5000000', 1: '10000' } // 5 USDT; 0.0001 BTC

const assetRow = ({ id, code, name, scale }: AssetSeed): SeedRow => ({
  id,
  code,
  name,
  logo: `/logos/${code.toLowerCase()}.svg`,
  scale,
  wallets: code === 'USDT' ? EVERY_WALLET : CRYPTO_WALLETS,
  sort: id,
})

const networkRows = ({ id, scale, networks }: AssetSeed): SeedRow[] =>
  networks.map(([name, confirmationsMin, ...amounts], index) => ({
    asset_id: id,
    name,
    confirmations_min: confirmationsMin,
    deposit_min: decimalUnits(amounts[0], scale),
    withdrawal_fee: decimalUnits(amounts[1], scale),
    withdrawal_min: decimalUnits(amounts[2], scale),
    sort: index,
  }))

const pairRow = (pair: PairSeed): SeedRow => ({
  id: pair.id,
  symbol: pair.symbol,
  base_asset_id: pair.sides[0],
  quote_asset_id: pair.sides[1],
  price_decimals: pair.decimals[0],
  quantity_decimals: pair.decimals[1],
  maker_fee: FEE,
  taker_fee: FEE,
  quantity_min: 1,
  quantity_max: pair.quantityMax,
  notional_min: NOTIONAL_MIN[pair.sides[1]] ?? null,
  price_band: PRICE_BAND,
  open_orders_max: 200,
  house_levels: HOUSE_LEVELS,
  house_spread: String(pair.spread),
  house_level_step: String(pair.levelStep),
  house_size: pair.houseSize,
  house_inventory_at_full_skew: pair.houseSize * FULL_SKEW_SIZES,
  house_inventory_max: pair.houseSize * INVENTORY_MAX_SIZES,
  breaker_move: BREAKER_MOVE,
  sort: pair.id,
})

export function catalogueStatements(): string[] {
  return [
    ...insertMissing('asset', ASSETS.map(assetRow)),
    ...insertMissing('asset_network', ASSETS.flatMap(networkRows)),
    ...insertMissing('pair', PAIRS.map(pairRow)),
  ]
}
