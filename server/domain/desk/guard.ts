// Which changes of a sheet move money, or say where it goes, and so take two people: fees and what the house quotes, how soon a deposit
// counts, the bank account that people pay to, addresses that people and their messages are sent to, whether a new account must show that its
// address is its own, and whatever is listed anew. To close something takes one.

import type { SheetName } from './sheet'
import type { StoredRow, StoredValue } from './sheet-cell'

interface Guard {
  readonly cells: readonly string[]
  /** Switches that only need a second person to be turned on. */
  readonly switches: readonly string[]
  /** A new row needs a second person. */
  readonly onAdd: boolean
  /** Keys of rows that need a second person whatever is changed; null for none. */
  readonly rows: RegExp | null
}

const FREE: Guard = { cells: [], switches: [], onAdd: false, rows: null }

export const GUARDS: Readonly<Record<SheetName, Guard>> = {
  assets: { ...FREE, cells: ['wallets'], switches: ['is_listed'], onAdd: true },
  networks: {
    cells: ['confirmations_min', 'deposit_min', 'withdrawal_fee', 'withdrawal_min'],
    switches: ['is_deposit_open', 'is_withdrawal_open'],
    onAdd: true,
    rows: null,
  },
  pairs: {
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
    rows: null,
  },
  fiats: { ...FREE, cells: ['rate'], onAdd: true },
  news: FREE,
  'news-texts': FREE,
  texts: FREE,
  menu: FREE,
  settings: { ...FREE, rows: /^deposit_bank_|_url$|^support_mail$|^yzm_radio$/ },
}

/** Whether a change of these cells needs a second person. */
export function isChangeGuarded(
  name: SheetName,
  {
    key,
    after,
    changed,
  }: { readonly key: readonly string[]; readonly after: StoredRow; readonly changed: readonly string[] },
): boolean {
  if (isRowGuarded(name, key)) return true
  const { cells, switches } = GUARDS[name]
  return changed.some((cell) => cells.includes(cell) || (switches.includes(cell) && isOn(after[cell])))
}

export const isRowGuarded = (name: SheetName, key: readonly string[]): boolean =>
  GUARDS[name].rows?.test(key.join('~')) ?? false

export const isAddGuarded = (name: SheetName): boolean => GUARDS[name].onAdd

const isOn = (value: StoredValue | null | undefined): boolean => value === 1
