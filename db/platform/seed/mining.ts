// Initial lock mining products for any amount of play money: longer terms and larger amounts earn higher rates.

import { decimalUnits, insertMissing } from './statement'

/** Amounts in whole units of the asset as text, rates in units of 1e-8 a day. */
interface Product {
  readonly asset: readonly [id: number, scale: number]
  readonly days: number
  readonly min: string
  readonly max: string
  readonly step: string
  /** In steps. */
  readonly quota: number
  readonly rates: readonly [base: number, middle: number, high: number]
  readonly from: readonly [middle: string, high: string]
}

const [BTC, ETH, USDT, USDC] = [
  [1, 8],
  [2, 18],
  [3, 6],
  [4, 6],
] as const

const PRODUCTS: readonly Product[] = [
  {
    asset: USDT,
    days: 1,
    min: '10',
    max: '5000',
    step: '1',
    quota: 10_000_000,
    rates: [20_000, 22_000, 25_000],
    from: ['500', '2000'],
  },
  {
    asset: USDT,
    days: 5,
    min: '10',
    max: '50000',
    step: '1',
    quota: 20_000_000,
    rates: [300_000, 350_000, 400_000],
    from: ['1000', '10000'],
  },
  {
    asset: USDT,
    days: 30,
    min: '50',
    max: '200000',
    step: '1',
    quota: 50_000_000,
    rates: [320_000, 370_000, 420_000],
    from: ['5000', '50000'],
  },
  {
    asset: USDC,
    days: 30,
    min: '50',
    max: '200000',
    step: '1',
    quota: 50_000_000,
    rates: [310_000, 360_000, 410_000],
    from: ['5000', '50000'],
  },
  {
    asset: BTC,
    days: 7,
    min: '0.001',
    max: '10',
    step: '0.0001',
    quota: 50_000_000,
    rates: [80_000, 100_000, 120_000],
    from: ['0.1', '1'],
  },
  {
    asset: ETH,
    days: 14,
    min: '0.01',
    max: '200',
    step: '0.001',
    quota: 100_000_000,
    rates: [100_000, 120_000, 150_000],
    from: ['2', '20'],
  },
]

const PENALTY_RATIO = '400000'
const PAY_MINUTE = 8 * 60

export const miningStatements = (): string[] =>
  insertMissing(
    'mining_product',
    PRODUCTS.map(({ asset: [assetId, scale], days, min, max, step, quota, rates, from }, index) => ({
      id: index + 1,
      asset_id: assetId,
      days,
      lock_min: decimalUnits(min, scale),
      lock_max: decimalUnits(max, scale),
      step: decimalUnits(step, scale),
      quota,
      daily_rate: String(rates[0]),
      middle_from: decimalUnits(from[0], scale),
      middle_rate: String(rates[1]),
      high_from: decimalUnits(from[1], scale),
      high_rate: String(rates[2]),
      penalty_ratio: PENALTY_RATIO,
      pay_minute: PAY_MINUTE,
      is_open: true,
      is_listed: true,
      sort: index + 1,
    })),
  )
