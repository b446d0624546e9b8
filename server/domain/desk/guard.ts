// Which changes of a sheet move money, or say where it goes, and so take two people: fees and what the house quotes, how soon a deposit
// counts, the bank account that people pay to, addresses that people and their messages are sent to, whether a new account must show that its
// address is its own, whatever is listed anew, and a text that names where to go or to pay to. To close something takes one.

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
  /** Texts that need a second person when they lead to where they did not before. */
  readonly words: readonly string[]
}

const FREE: Guard = { cells: [], switches: [], onAdd: false, rows: null, words: [] }
const WRITTEN: Guard = { ...FREE, words: ['title', 'abstract', 'content'] }

export const GUARDS: Readonly<Record<SheetName, Guard>> = {
  assets: { ...FREE, cells: ['wallets'], switches: ['is_listed'], onAdd: true },
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
  news: FREE,
  'news-texts': WRITTEN,
  texts: WRITTEN,
  menu: FREE,
  settings: { ...FREE, rows: /^deposit_bank_|_url$|^support_mail$|^yzm_radio$/ },
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
  if (isRowGuarded(name, key) || leadsElsewhere(name, before, after)) return true
  const { cells, switches } = GUARDS[name]
  return changed.some((cell) => cells.includes(cell) || (switches.includes(cell) && isOn(after[cell])))
}

/** A link to another site, an address of mail, figures as many as accounts and telephones have, an address on a chain. */
const DESTINATION = /https?:[^\s"<]+|[^\s@"<>]+@[^\s@"<>]+|\d(?:[\s.-]?\d){10,}|\b[a-z0-9]{24,}\b/gi

/** Whether the texts of a row name a place to go or to pay to that they did not name before: a new row names nothing before. */
export function leadsElsewhere(name: SheetName, before: StoredRow, after: StoredRow): boolean {
  const placesIn = (row: StoredRow) =>
    GUARDS[name].words.flatMap((cell) => String(row[cell] ?? '').match(DESTINATION) ?? [])
  const known = new Set(placesIn(before))
  return placesIn(after).some((place) => !known.has(place))
}

export const isRowGuarded = (name: SheetName, key: readonly string[]): boolean =>
  GUARDS[name].rows?.test(key.join('~')) ?? false

export const isAddGuarded = (name: SheetName): boolean => GUARDS[name].onAdd

const isOn = (value: StoredValue | null | undefined): boolean => value === 1
