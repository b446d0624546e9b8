// Desk tables of fiat purchases: routes, edited by two people. Existing orders keep their terms. One person may close a route; opening it
// again takes two.

import { BUY_COUNTRIES, BUY_ROUTES, minorDigits } from '../buy/terms'
import { type Outcome, done, refuse } from '../outcome'
import { type Sheet, type StoredRow, rate, sort } from './sheet-cell'

const bankText = (lengthMax: number) => ({ kind: 'text', lengthMax, isOptional: true }) as const

export const BUY_SHEETS = {
  'buy-routes': {
    title: 'sheet_buy_routes',
    table: 'buy_route',
    from: 'buy_route',
    place: 'catalogue',
    keys: ['id'],
    head: 'currency',
    mayAdd: true,
    guard: {
      cells: [
        'fee',
        'pay_min',
        'pay_max',
        'pay_hours',
        'rate_hours_max',
        'rate_checked_at',
        'bank_name',
        'bank_holder',
        'bank_account',
        'bank_code',
      ],
      switches: ['is_offered'],
      onAdd: true,
    },
    check: checkRoute,
    cells: [
      { name: 'id', is: { kind: 'integer', min: 1, max: 1_000_000 }, isFixed: true },
      { name: 'country', is: { kind: 'choice', choices: BUY_COUNTRIES }, isFixed: true },
      { name: 'currency', is: { kind: 'text', lengthMax: 3, pattern: /^[A-Z]{3}$/ }, isFixed: true },
      { name: 'route', is: { kind: 'choice', choices: BUY_ROUTES }, isFixed: true },
      { name: 'fee', is: rate('0', '0.2') },
      { name: 'pay_min', is: { kind: 'integer', min: 1, max: 999_999_999_999 } },
      { name: 'pay_max', is: { kind: 'integer', min: 1, max: 999_999_999_999 } },
      { name: 'pay_hours', is: { kind: 'integer', min: 1, max: 240 }, isDetail: true },
      { name: 'rate_hours_max', is: { kind: 'integer', min: 1, max: 720 }, isDetail: true },
      { name: 'rate_checked_at', is: { kind: 'instant' }, isDetail: true },
      { name: 'bank_name', is: bankText(120), isDetail: true },
      { name: 'bank_holder', is: bankText(120), isDetail: true },
      { name: 'bank_account', is: bankText(64) },
      { name: 'bank_code', is: bankText(40), isDetail: true },
      { name: 'is_offered', is: { kind: 'flag' } },
      sort,
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>

const CARD_HOURS_MAX = 23n
const CARD_MINOR_MAX = 99_999_999n

/** An open route has a receiving account, and its minimum does not exceed its maximum. */
function checkRoute(row: StoredRow): Outcome<null, 'row_contradicts'> {
  const isRange = BigInt(row['pay_min'] ?? 0) <= BigInt(row['pay_max'] ?? 0)
  const isBank = row['route'] === 'bank'
  const isPayable = !isBank || row['is_offered'] !== 1 || (row['bank_account'] !== '' && row['bank_holder'] !== '')
  // Checkout duration is at most one day; its digits are limited.
  const isShort = row['route'] !== 'card' || BigInt(row['pay_hours'] ?? 0) <= CARD_HOURS_MAX
  const isWritable =
    row['route'] !== 'card' ||
    BigInt(row['pay_max'] ?? 0) * 10n ** BigInt(minorDigits(String(row['currency']))) <= CARD_MINOR_MAX
  return isRange && isPayable && isShort && isWritable ? done(null) : refuse('row_contradicts')
}
