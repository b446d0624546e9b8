// Routes of buying with fiat on the first day. Where money is real they are closed and name no account: the desk does both. With play money
// they are open, and what a transfer would be sent to says that it is none.

import { insertMissing } from './statement'

/** Whole units of the currency. */
const ROUTES: readonly (readonly [country: string, currency: string, min: number, max: number])[] = [
  ['US', 'USD', 50, 1_000_000],
  ['NG', 'NGN', 50_000, 1_000_000_000],
  ['TH', 'THB', 1_500, 30_000_000],
  ['ID', 'IDR', 500_000, 15_000_000_000],
  ['BR', 'BRL', 200, 5_000_000],
  ['IN', 'INR', 4_000, 80_000_000],
  ['VN', 'VND', 1_000_000, 25_000_000_000],
  ['MX', 'MXN', 800, 18_000_000],
  ['PH', 'PHP', 2_500, 55_000_000],
]

/** 0.5 %, but nothing where a dollar is a dollar. */
const FEE = '500000'
const CENTURY_END = 4_102_444_800_000

export const buyStatements = (isDemo: boolean): string[] =>
  insertMissing(
    'buy_route',
    ROUTES.map(([country, currency, pay_min, pay_max], index) => ({
      id: index + 1,
      country,
      currency,
      route: 'bank',
      fee: currency === 'USD' ? '0' : FEE,
      pay_min,
      pay_max,
      pay_hours: 48,
      rate_hours_max: 120,
      // Play money is bought at the rates of the first day for good.
      rate_checked_at: isDemo ? CENTURY_END : 0,
      bank_name: isDemo ? 'CM play money' : '',
      bank_holder: isDemo ? 'CM' : '',
      bank_account: isDemo ? `PLAY-${currency}-0001` : '',
      bank_code: '',
      is_offered: isDemo,
      sort: index,
    })),
  )
