// Which changes of a sheet move money, or say where it goes, and so take two people: fees and what the house quotes, how soon a deposit
// counts, the bank account that people pay to, addresses that people and their messages are sent to, whether a new account must show that its
// address is its own, whatever is listed anew, and all that customers read or see as ours: texts, names, pictures, settings of the site. To
// close something takes one, and so does a slip in a text.

import type { SheetName } from './sheet'
import type { StoredRow, StoredValue } from './sheet-cell'
import { saysAnew } from './visible-words'

interface Guard {
  readonly cells: readonly string[]
  /** Switches that only need a second person to be turned on. */
  readonly switches: readonly string[]
  /** A new row needs a second person. */
  readonly onAdd: boolean
  /** Keys of rows that need a second person whatever is changed; null for none. */
  readonly rows: RegExp | null
  /** Texts that need a second person for more than a slip mended. */
  readonly words: readonly string[]
}

const FREE: Guard = { cells: [], switches: [], onAdd: false, rows: null, words: [] }
const WRITTEN: Guard = { ...FREE, onAdd: true, words: ['title', 'abstract', 'content'] }

export const GUARDS: Readonly<Record<SheetName, Guard>> = {
  assets: { ...FREE, cells: ['name', 'logo', 'wallets'], switches: ['is_listed'], onAdd: true },
  networks: {
    ...FREE,
    cells: ['confirmations_min', 'deposit_min', 'withdrawal_fee', 'withdrawal_min'],
    switches: ['is_deposit_open', 'is_withdrawal_open'],
    onAdd: true,
  },
  pairs: {
    ...FREE,
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
    ],
    switches: ['is_house_on', 'is_tradable'],
    onAdd: true,
  },
  fiats: { ...FREE, cells: ['rate'], onAdd: true },
  news: { ...FREE, cells: ['cover', 'thumbnail'] },
  'news-texts': WRITTEN,
  texts: WRITTEN,
  menu: FREE,
  settings: { ...FREE, rows: /^/ },
}

/** Whether a change of these cells needs a second person. */
export function isChangeGuarded(
  name: SheetName,
  {
    key,
    before,
    after,
    changed,
  }: {
    readonly key: readonly string[]
    readonly before: StoredRow
    readonly after: StoredRow
    readonly changed: readonly string[]
  },
): boolean {
  const { cells, switches, words } = GUARDS[name]
  const isNew = (cell: string) => words.includes(cell) && saysAnew(textIn(before, cell), textIn(after, cell))
  if (isRowGuarded(name, key) || changed.some(isNew)) return true
  return changed.some((cell) => cells.includes(cell) || (switches.includes(cell) && isOn(after[cell])))
}

const textIn = (row: StoredRow, cell: string): string => String(row[cell] ?? '')

export const isRowGuarded = (name: SheetName, key: readonly string[]): boolean =>
  GUARDS[name].rows?.test(key.join('~')) ?? false

/** Whether a new row needs a second person: any of its sheet, or one that fills in a cell that is guarded. */
export const isAddGuarded = (name: SheetName, row: StoredRow = {}): boolean =>
  GUARDS[name].onAdd || GUARDS[name].cells.some((cell) => textIn(row, cell) !== '')

const isOn = (value: StoredValue | null | undefined): boolean => value === 1
