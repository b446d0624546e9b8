// Desk table of lock mining: products, edited by two people. Running deposits keep their terms. One person may close a product to new
// deposits; opening it again takes two.

import { type Outcome, done, refuse } from '../outcome'
import { type CellKind, type Sheet, type StoredRow, rate, sort } from './sheet-cell'

const inAsset: CellKind = { kind: 'decimal', scale: 'asset_scale', stored: 'text', min: '0', max: '1000000000' }
const perDay = rate('0', '0.05')

export const MINING_SHEETS = {
  'mining-products': {
    title: 'sheet_mining_products',
    table: 'mining_product',
    from: 'mining_product join (select id as of_asset, scale as asset_scale from asset) on of_asset = asset_id',
    place: 'catalogue',
    keys: ['id'],
    mayAdd: true,
    guard: {
      cells: [
        'lock_min',
        'lock_max',
        'quota',
        'daily_rate',
        'middle_from',
        'middle_rate',
        'high_from',
        'high_rate',
        'penalty_ratio',
        'pay_minute',
      ],
      switches: ['is_open', 'is_listed'],
      onAdd: true,
    },
    context: [['asset_id', 'asset']],
    check: checkProduct,
    cells: [
      { name: 'id', is: { kind: 'integer', min: 1, max: 1_000_000 }, isFixed: true },
      { name: 'asset_id', is: { kind: 'integer', min: 1, max: 1_000_000 }, isFixed: true },
      { name: 'days', is: { kind: 'integer', min: 1, max: 3_650 }, isFixed: true },
      { name: 'lock_min', is: inAsset },
      { name: 'lock_max', is: inAsset },
      { name: 'step', is: inAsset, isFixed: true, isDetail: true },
      { name: 'quota', is: { kind: 'integer', min: 0, max: 999_999_999_999_999 } },
      { name: 'daily_rate', is: perDay },
      { name: 'middle_from', is: inAsset, isDetail: true },
      { name: 'middle_rate', is: perDay, isDetail: true },
      { name: 'high_from', is: inAsset, isDetail: true },
      { name: 'high_rate', is: perDay, isDetail: true },
      { name: 'penalty_ratio', is: rate('0', '0.1') },
      { name: 'pay_minute', is: { kind: 'integer', min: 0, max: 1_439 }, isDetail: true },
      { name: 'is_open', is: { kind: 'flag' } },
      { name: 'is_listed', is: { kind: 'flag' } },
      sort,
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>

/** Tiers ascend, and every allowed amount is a whole number of steps. */
function checkProduct(row: StoredRow): Outcome<null, 'row_contradicts'> {
  const whole = (cell: string): bigint => BigInt(row[cell] ?? 0)
  const [min, max, step] = [whole('lock_min'), whole('lock_max'), whole('step')]
  const isStepped = step > 0n && min >= step && min % step === 0n && max % step === 0n && min <= max
  const [middle, high] = [whole('middle_from'), whole('high_from')]
  const isRising = (middle === 0n || middle > min) && (high === 0n || (middle > 0n && high > middle))
  return isStepped && isRising ? done(null) : refuse('row_contradicts')
}
