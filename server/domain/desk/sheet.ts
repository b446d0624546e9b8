// Editable tables of the desk, cell by cell: unnamed tables can't be reached, unnamed columns can't be written. No cell sets a price, an
// outcome or a balance, which a test checks. Ids, scales and grids are fixed once a row exists, because money and orders depend on them.

import { NETWORKS } from '../funds/network'
import { LANGUAGES } from '../language'
import { type Outcome, done, refuse } from '../outcome'
import { isThreshold } from '../screening/travel-rule'
import { BUY_SHEETS } from './buy-sheets'
import { COPY_SHEETS } from './copy-sheets'
import { FUTURES_SHEETS } from './futures-sheets'
import { GAME_SHEETS } from './game-sheets'
import { GATE_SHEETS } from './gate-sheets'
import { INVEST_SHEETS } from './invest-sheets'
import { LOAN_SHEETS } from './loan-sheets'
import { MINING_SHEETS } from './mining-sheets'
import { IEO_SHEETS } from './ieo-sheets'
import { NFT_SHEETS } from './nft-sheets'
import { OPTIONS_SHEETS } from './options-sheets'
import { STOCKS_SHEETS } from './stocks-sheets'
import { QUIZ_SHEETS } from './quiz-sheets'
import { SUPPORT_SHEETS } from './support-sheets'
import { type Cell, type CellKind, type Sheet, type SheetGuard, type StoredRow, rate, sort } from './sheet-cell'

const lots: CellKind = {
  kind: 'decimal',
  scale: 'quantity_decimals',
  stored: 'integer',
  min: '0',
  max: '9007199254740991',
}
/** Amounts of the network's asset. */
const ofAsset: CellKind = { kind: 'decimal', scale: 'asset_scale', stored: 'text', min: '0', max: '1000000' }
const title = (lengthMax: number): Cell => ({ name: 'title', is: { kind: 'text', lengthMax } })
const language: Cell = { name: 'language', is: { kind: 'choice', choices: LANGUAGES }, isFixed: true }
/** A path on this site, or empty. Two slashes at its beginning are refused: browsers read them as the address of another site. */
const PICTURE = /^(?:\/(?!\/)[\w./-]{1,200})?$/

/** Texts that customers read. */
const WRITTEN: SheetGuard = { onAdd: true, words: ['title', 'abstract', 'content'] }

export const SHEETS = {
  assets: {
    title: 'sheet_assets',
    table: 'asset',
    from: 'asset',
    place: 'catalogue',
    keys: ['id'],
    head: 'code',
    mayAdd: true,
    guard: { cells: ['name', 'logo', 'wallets'], switches: ['is_listed'], onAdd: true },
    cells: [
      { name: 'id', is: { kind: 'integer', min: 1, max: 1_000_000 }, isFixed: true },
      { name: 'code', is: { kind: 'text', lengthMax: 12, pattern: /^[A-Z0-9]{2,12}$/ }, isFixed: true },
      { name: 'name', is: { kind: 'text', lengthMax: 60 } },
      { name: 'logo', is: { kind: 'text', lengthMax: 200, pattern: PICTURE } },
      { name: 'scale', is: { kind: 'integer', min: 0, max: 20 }, isFixed: true },
      { name: 'wallets', is: { kind: 'wallets' }, isDetail: true },
      { name: 'is_listed', is: { kind: 'flag' } },
      sort,
    ],
  },
  networks: {
    title: 'sheet_networks',
    table: 'asset_network',
    from: 'asset_network join (select id as of_asset, scale as asset_scale from asset) on of_asset = asset_id',
    place: 'catalogue',
    keys: ['asset_id', 'name'],
    head: 'name',
    mayAdd: true,
    guard: {
      cells: ['confirmations_min', 'deposit_min', 'withdrawal_fee', 'withdrawal_min'],
      switches: ['is_deposit_open', 'is_withdrawal_open'],
      onAdd: true,
    },
    context: [['asset_id', 'asset']],
    cells: [
      { name: 'asset_id', is: { kind: 'integer', min: 1, max: 1_000_000 }, isFixed: true },
      { name: 'name', is: { kind: 'choice', choices: NETWORKS.map(({ name }) => name) }, isFixed: true },
      { name: 'confirmations_min', is: { kind: 'integer', min: 1, max: 10_000 } },
      { name: 'deposit_min', is: ofAsset, isDetail: true },
      { name: 'withdrawal_fee', is: ofAsset },
      { name: 'withdrawal_min', is: ofAsset, isDetail: true },
      { name: 'is_deposit_open', is: { kind: 'flag' } },
      { name: 'is_withdrawal_open', is: { kind: 'flag' } },
      sort,
    ],
  },
  pairs: {
    title: 'sheet_pairs',
    table: 'pair',
    from: `pair join (select id as quote_id, scale as quote_scale, code as quote_code from asset) on quote_id = quote_asset_id
      join (select id as base_id, scale as base_scale, code as base_code, wallets as base_wallets from asset) on base_id = base_asset_id`,
    place: 'catalogue',
    keys: ['symbol'],
    mayAdd: true,
    guard: {
      cells: [
        'maker_fee',
        'taker_fee',
        'quantity_max',
        'price_band',
        'house_levels',
        'house_spread',
        'house_level_step',
        'house_size',
        'house_inventory_at_full_skew',
        'house_inventory_max',
        'breaker_move',
      ],
      switches: ['is_house_on', 'is_tradable'],
      onAdd: true,
    },
    context: [
      ['base_asset_id', 'base'],
      ['quote_asset_id', 'quote'],
    ],
    check: checkPair,
    cells: [
      {
        name: 'symbol',
        is: { kind: 'text', lengthMax: 25, pattern: /^[A-Z0-9]{2,12}-[A-Z0-9]{2,12}$/ },
        isFixed: true,
      },
      { name: 'id', is: { kind: 'integer', min: 1, max: 1_000_000 }, isFixed: true, isDetail: true },
      { name: 'base_asset_id', is: { kind: 'integer', min: 1, max: 1_000_000 }, isFixed: true, isDetail: true },
      { name: 'quote_asset_id', is: { kind: 'integer', min: 1, max: 1_000_000 }, isFixed: true, isDetail: true },
      { name: 'price_decimals', is: { kind: 'integer', min: 0, max: 12 }, isFixed: true, isDetail: true },
      { name: 'tick_steps', is: { kind: 'integer', min: 1, max: 1_000 }, isFixed: true, isDetail: true },
      { name: 'quantity_decimals', is: { kind: 'integer', min: 0, max: 12 }, isFixed: true, isDetail: true },
      { name: 'open_orders_max', is: { kind: 'integer', min: 1, max: 10_000 }, isDetail: true },
      { name: 'maker_fee', is: rate('0', '0.05') },
      { name: 'taker_fee', is: rate('0', '0.05') },
      { name: 'quantity_min', is: lots, isDetail: true },
      { name: 'quantity_max', is: lots, isDetail: true },
      {
        name: 'notional_min',
        is: { kind: 'decimal', scale: 'quote_scale', stored: 'text', min: '0', max: '1000000' },
        isDetail: true,
      },
      { name: 'price_band', is: rate('0.001', '0.9'), isDetail: true },
      { name: 'is_house_on', is: { kind: 'flag' } },
      { name: 'house_levels', is: { kind: 'integer', min: 1, max: 50 }, isDetail: true },
      { name: 'house_spread', is: rate('0.00001', '0.1') },
      { name: 'house_level_step', is: rate('0.00001', '0.1'), isDetail: true },
      { name: 'house_size', is: lots },
      { name: 'house_inventory_at_full_skew', is: lots, isDetail: true },
      { name: 'house_inventory_max', is: lots, isDetail: true },
      { name: 'breaker_move', is: rate('0.01', '0.9'), isDetail: true },
      { name: 'is_tradable', is: { kind: 'flag' } },
      sort,
    ],
  },
  ...FUTURES_SHEETS,
  ...GATE_SHEETS,
  ...OPTIONS_SHEETS,
  ...COPY_SHEETS,
  ...GAME_SHEETS,
  ...MINING_SHEETS,
  ...LOAN_SHEETS,
  ...STOCKS_SHEETS,
  ...IEO_SHEETS,
  ...QUIZ_SHEETS,
  ...NFT_SHEETS,
  ...INVEST_SHEETS,
  ...BUY_SHEETS,
  ...SUPPORT_SHEETS,
  fiats: {
    title: 'sheet_fiats',
    table: 'fiat',
    from: 'fiat',
    place: 'catalogue',
    keys: ['code'],
    mayAdd: true,
    guard: { cells: ['rate', 'follows_reference'], onAdd: true },
    cells: [
      { name: 'code', is: { kind: 'text', lengthMax: 3, pattern: /^[A-Z]{3}$/ }, isFixed: true },
      { name: 'rate', is: rate('0.00000001', '1000000') },
      { name: 'follows_reference', is: { kind: 'flag' } },
      { name: 'scale', is: { kind: 'integer', min: 0, max: 4 }, isFixed: true },
      sort,
    ],
  },
  news: {
    title: 'sheet_news',
    table: 'news',
    from: 'news',
    place: 'content',
    keys: ['id'],
    mayAdd: true,
    guard: { cells: ['cover', 'thumbnail'] },
    cells: [
      { name: 'id', is: { kind: 'integer', min: 1, max: 1_000_000_000 }, isFixed: true },
      { name: 'category_id', is: { kind: 'choice', choices: ['4', '5'] } },
      { name: 'cover', is: { kind: 'text', lengthMax: 200, pattern: PICTURE, isOptional: true } },
      { name: 'thumbnail', is: { kind: 'text', lengthMax: 200, pattern: PICTURE, isOptional: true }, isDetail: true },
      { name: 'is_popup', is: { kind: 'flag' } },
      { name: 'is_shown', is: { kind: 'flag' } },
      { name: 'published_at', is: { kind: 'instant' } },
      sort,
    ],
  },
  'news-texts': {
    title: 'sheet_news_texts',
    table: 'news_text',
    from: 'news_text',
    place: 'content',
    keys: ['news_id', 'language'],
    mayAdd: true,
    guard: WRITTEN,
    cells: [
      { name: 'news_id', is: { kind: 'integer', min: 1, max: 1_000_000_000 }, isFixed: true },
      language,
      title(200),
      { name: 'abstract', is: { kind: 'text', lengthMax: 500, isOptional: true }, isDetail: true },
      { name: 'content', is: { kind: 'html', lengthMax: 50_000 }, isDetail: true },
    ],
  },
  texts: {
    title: 'sheet_texts',
    table: 'site_text',
    from: 'site_text',
    place: 'content',
    keys: ['kind', 'language'],
    mayAdd: false,
    guard: WRITTEN,
    cells: [
      { name: 'kind', is: { kind: 'text', lengthMax: 60 }, isFixed: true },
      language,
      title(200),
      { name: 'content', is: { kind: 'html', lengthMax: 50_000 }, isDetail: true },
    ],
  },
  menu: {
    title: 'sheet_menu',
    table: 'menu_item',
    from: 'menu_item',
    place: 'content',
    keys: ['id'],
    head: 'title',
    mayAdd: false,
    guard: {},
    cells: [
      { name: 'id', is: { kind: 'integer', min: 1, max: 1_000_000 }, isFixed: true },
      { name: 'title', is: { kind: 'text', lengthMax: 60 }, isFixed: true },
      { name: 'is_shown', is: { kind: 'flag' } },
      sort,
    ],
  },
  settings: {
    title: 'sheet_settings',
    table: 'setting',
    from: 'setting',
    place: 'site',
    keys: ['key'],
    mayAdd: false,
    guard: { rows: /^/ },
    check: checkSetting,
    cells: [
      { name: 'key', is: { kind: 'text', lengthMax: 60 }, isFixed: true },
      { name: 'value', is: { kind: 'text', lengthMax: 500, isOptional: true } },
      { name: 'is_public', is: { kind: 'flag' }, isFixed: true },
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>

export type SheetName = keyof typeof SHEETS
export const SHEET_NAMES = Object.keys(SHEETS) as readonly SheetName[]

/** Checks a row by its table's rule between cells, if any. */
export const checkRow = (name: SheetName, row: StoredRow): Outcome<null, 'row_contradicts' | 'cell_malformed'> => {
  const sheet: Sheet = SHEETS[name]
  return sheet.check?.(row) ?? done(null)
}

/** All settings share one cell; the key tells which values are pictures. */
function checkSetting({ key, value }: StoredRow): Outcome<null, 'cell_malformed'> {
  const [name, text] = [String(key), String(value ?? '')]
  const isWrong = (name.endsWith('_logo') && !PICTURE.test(text)) || (name === 'travel_rule_from' && !isThreshold(text))
  return isWrong ? refuse('cell_malformed', { cell: 'value' }) : done(null)
}

function checkPair(row: StoredRow): Outcome<null, 'row_contradicts'> {
  const number = (cell: string): number => {
    const value = row[cell]
    return typeof value === 'number' ? value : NaN
  }
  const isOrdered = number('quantity_min') > 0 && number('quantity_min') <= number('quantity_max')
  // One lot is a whole number of the base's smallest units, and one tick of one lot of the quote's; a share is paid to a unit.
  const isWhole =
    (row['base_wallets'] === 'stocks' ||
      number('quote_scale') >= number('price_decimals') + number('quantity_decimals')) &&
    number('base_scale') >= number('quantity_decimals')
  const isNamed = row['symbol'] === `${row['base_code']}-${row['quote_code']}` && row['base_code'] !== row['quote_code']
  return isOrdered && isWhole && isNamed ? done(null) : refuse('row_contradicts')
}
