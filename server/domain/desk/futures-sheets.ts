// Desk tables of futures: terms and maintenance tiers, both edited by two people.

import { type Outcome, done, refuse } from '../outcome'
import { type Sheet, type StoredRow, rate, sort } from './sheet-cell'

export const FUTURES_SHEETS = {
  'futures-terms': {
    title: 'sheet_futures_terms',
    table: 'futures_term',
    from: `futures_term join (select symbol as of_pair, quote_asset_id, price_decimals from pair) on of_pair = symbol
      join (select id as quote_id, scale as quote_scale from asset) on quote_id = quote_asset_id`,
    place: 'catalogue',
    keys: ['symbol'],
    mayAdd: false,
    guard: {
      cells: [
        'lot_size',
        'leverages',
        'spread',
        'fee',
        'overnight',
        'liquidation_fee',
        'lots_min',
        'lots_max',
        'exposure_max',
      ],
      switches: ['is_open'],
    },
    check: checkFuturesTerms,
    cells: [
      { name: 'symbol', is: { kind: 'text', lengthMax: 25 }, isFixed: true },
      { name: 'lot_size', is: rate('0.00000001', '1000000') },
      { name: 'leverages', is: { kind: 'text', lengthMax: 60, pattern: /^[1-9]\d{0,2}(?:,[1-9]\d{0,2})*$/ } },
      { name: 'spread', is: rate('0', '0.05') },
      { name: 'fee', is: rate('0', '0.05') },
      { name: 'overnight', is: rate('0', '0.05'), isDetail: true },
      { name: 'liquidation_fee', is: rate('0', '0.05'), isDetail: true },
      { name: 'lots_min', is: { kind: 'integer', min: 1, max: 1_000_000_000 }, isDetail: true },
      { name: 'lots_max', is: { kind: 'integer', min: 1, max: 1_000_000_000 } },
      {
        name: 'exposure_max',
        is: { kind: 'decimal', scale: 'quote_scale', stored: 'text', min: '0', max: '1000000000' },
      },
      { name: 'is_open', is: { kind: 'flag' } },
      sort,
    ],
  },
  'futures-tiers': {
    title: 'sheet_futures_tiers',
    table: 'futures_tier',
    from: `futures_tier join (select symbol as of_pair, quote_asset_id from pair) on of_pair = symbol
      join (select id as quote_id, scale as quote_scale from asset) on quote_id = quote_asset_id`,
    place: 'catalogue',
    keys: ['symbol', 'tier'],
    mayAdd: false,
    guard: { cells: ['up_to', 'maintenance', 'leverage_max'] },
    cells: [
      { name: 'symbol', is: { kind: 'text', lengthMax: 25 }, isFixed: true },
      { name: 'tier', is: { kind: 'integer', min: 1, max: 20 }, isFixed: true },
      { name: 'up_to', is: { kind: 'decimal', scale: 'quote_scale', stored: 'text', min: '1', max: '1000000000' } },
      { name: 'maintenance', is: rate('0.0001', '0.9') },
      { name: 'leverage_max', is: { kind: 'integer', min: 1, max: 999 } },
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>

/** One step of the price on one lot is a whole number of the quote's smallest units. */
function checkFuturesTerms(row: StoredRow): Outcome<null, 'row_contradicts'> {
  const whole = (cell: string): bigint => BigInt(row[cell] ?? 0)
  const steps = 10n ** (whole('price_decimals') + 8n)
  const isWhole = (whole('lot_size') * 10n ** whole('quote_scale')) % steps === 0n
  const isOrdered = whole('lots_min') <= whole('lots_max')
  const leverages = String(row['leverages']).split(',').map(BigInt)
  const isRising = leverages.every((leverage, index) => index === 0 || leverage > (leverages[index - 1] ?? 0n))
  return isWhole && isOrdered && isRising ? done(null) : refuse('row_contradicts')
}
