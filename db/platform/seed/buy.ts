// Initial routes of fiat purchases. With real money they are closed and name no account until the desk opens them. With play money they are
// open: the bank account is marked as fake, and card and third-party payments are pages of this site.

import { insertMissing } from './statement'

/** Whole units of the currency. */
const ROUTES: readonly (readonly [country: string, currency: string, min: number, max: number, cardMax: number])[] = [
  ['US', 'USD', 50, 1_000_000, 10_000],
  ['NG', 'NGN', 50_000, 1_000_000_000, 900_000],
  ['TH', 'THB', 1_500, 30_000_000, 300_000],
  ['ID', 'IDR', 500_000, 15_000_000_000, 900_000],
  ['BR', 'BRL', 200, 5_000_000, 50_000],
  ['IN', 'INR', 4_000, 80_000_000, 800_000],
  ['VN', 'VND', 1_000_000, 25_000_000_000, 90_000_000],
  ['MX', 'MXN', 800, 18_000_000, 180_000],
  ['PH', 'PHP', 2_500, 55_000_000, 550_000],
]

/** Fee rate of the purchase in hundred-millionths; zero where one dollar is one dollar without an intermediary. */
const KINDS = [
  { kind: 'bank', fee: '500000', hours: 48 },
  { kind: 'card', fee: '2900000', hours: 2 },
  { kind: 'ramp', fee: '2000000', hours: 2 },
] as const
const CENTURY_END = 4_102_444_800_000

export const buyStatements = (isDemo: boolean): string[] =>
  insertMissing(
    'buy_route',
    KINDS.flatMap(({ kind, fee, hours }, nth) =>
      ROUTES.map(([country, currency, pay_min, pay_max, cardMax], index) => ({
        id: nth * 10 + index + 1,
        country,
        currency,
        route: kind,
        fee: kind === 'bank' && currency === 'USD' ? '0' : fee,
        pay_min,
        pay_max: kind === 'bank' ? pay_max : cardMax,
        pay_hours: hours,
        rate_hours_max: 120,
        // Play money is bought at the rates of the first day for good.
        rate_checked_at: isDemo ? CENTURY_END : 0,
        bank_name: isDemo && kind === 'bank' ? 'CM play money' : '',
        bank_holder: isDemo && kind === 'bank' ? 'CM' : '',
        bank_account: isDemo && kind === 'bank' ? `PLAY-${currency}-0001` : '',
        bank_code: '',
        is_offered: isDemo,
        sort: index,
      })),
    ),
  )
