// Cell of a desk table: allowed values, display text and stored form; and the row key's form in URLs.

import { WALLETS } from '../catalogue'
import { formatUnits, trimZeros } from '../money/amount'
import { type Outcome, done, refuse } from '../outcome'
import { minuteText, parseMinute } from '../time'

export type CellKind =
  /** One line. */
  | { readonly kind: 'text'; readonly lengthMax: number; readonly isOptional?: true; readonly pattern?: RegExp }
  /** The small HTML that `safeHtml` of the services lets through; the service applies it before the value is stored. */
  | { readonly kind: 'html'; readonly lengthMax: number }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  /** A decimal stored as an integer: with fixed decimals, or with those of another column. */
  | {
      readonly kind: 'decimal'
      readonly scale: number | ScaleColumn
      readonly stored: 'text' | 'integer'
      readonly min: string
      readonly max: string
    }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  /** A comma list. */
  | { readonly kind: 'wallets' }
  | { readonly kind: 'instant' }

type ScaleColumn = 'quantity_decimals' | 'quote_scale' | 'asset_scale'

export interface Cell {
  readonly name: string
  readonly is: CellKind
  /** Written on insert only. */
  readonly isFixed?: true
  /** Hidden in the list of rows. */
  readonly isDetail?: true
}

/** A fraction of a price or an amount. */
export const rate = (min: string, max: string): CellKind => ({ kind: 'decimal', scale: 8, stored: 'text', min, max })
/** Position in display order. */
export const sort: Cell = { name: 'sort', is: { kind: 'integer', min: 0, max: 100_000 } }

/** Which changes of a sheet need a second person. */
export interface SheetGuard {
  readonly cells?: readonly string[]
  /** Switches that only need a second person to be turned on. */
  readonly switches?: readonly string[]
  /** Switches that only need a second person to be turned off. */
  readonly switchesOff?: readonly string[]
  /** A new row needs a second person. */
  readonly onAdd?: true
  /** Keys of rows that need two people for any change. */
  readonly rows?: RegExp
  /** Texts that need a second person for more than a slip mended. */
  readonly words?: readonly string[]
}

/** A table that the desk edits: all that it needs is in its entry in sheet.ts, and its words in locales/<language>, of the namespace `desk`. */
export interface Sheet {
  /** Key of its title among the desk's words. */
  readonly title: `sheet_${string}`
  readonly table: string
  /** FROM clause: the table, joined with columns for the decimals of other tables. */
  readonly from: string
  readonly place: 'catalogue' | 'content' | 'site'
  /** Key columns, in URL order. */
  readonly keys: readonly string[]
  /** Display cell, where the key's first part is only a number. */
  readonly head?: string
  readonly cells: readonly Cell[]
  readonly mayAdd: boolean
  readonly guard: SheetGuard
  /** Columns that a new row reads from its asset or event: the join of `from`, before the row exists. */
  readonly context?: readonly (readonly [cell: string, prefix: 'asset' | 'base' | 'quote' | 'event'])[]
  /** Rule between the cells of a row. */
  readonly check?: (row: StoredRow) => Outcome<null, 'row_contradicts' | 'cell_malformed'>
}

/** Row as stored in the database. */
export type StoredRow = Readonly<Record<string, string | number | null>>
export type StoredValue = string | number

export type CellRefusal = 'cell_missing' | 'cell_malformed' | 'cell_out_of_bounds' | 'cell_too_long'

const scaleOf = (scale: number | ScaleColumn, row: StoredRow): number => {
  const value = typeof scale === 'number' ? scale : row[scale]
  return typeof value === 'number' ? value : 0
}

/** Text for forms and lists. */
export function cellText({ name, is }: Cell, row: StoredRow): string {
  const value = row[name] ?? ''
  switch (is.kind) {
    case 'decimal':
      return trimZeros(formatUnits(BigInt(value === '' ? 0 : value), scaleOf(is.scale, row)))
    case 'instant':
      return typeof value === 'number' ? minuteText(value) : ''
    default:
      return String(value)
  }
}

/** Parses a form's text to its stored value, or refuses it. `row` gives a decimal's scale. */
export function readCell({ name, is }: Cell, text: string, row: StoredRow): Outcome<StoredValue, CellRefusal> {
  const typed = text.trim()
  switch (is.kind) {
    case 'flag':
      return done(typed === '' ? 0 : 1)
    case 'text':
      if (typed === '' && !is.isOptional) return refuse('cell_missing', { cell: name })
      if (typed.length > is.lengthMax) return refuse('cell_too_long', { cell: name, bound: String(is.lengthMax) })
      return is.pattern && !is.pattern.test(typed) ? refuse('cell_malformed', { cell: name }) : done(typed)
    case 'html':
      if (typed === '') return refuse('cell_missing', { cell: name })
      if (typed.length > is.lengthMax) return refuse('cell_too_long', { cell: name, bound: String(is.lengthMax) })
      return done(typed)
    case 'integer':
      return readInteger(name, typed, is)
    case 'choice':
      return is.choices.includes(typed)
        ? done(/^\d+$/.test(typed) ? parseInt(typed, 10) : typed)
        : refuse('cell_malformed', { cell: name })
    case 'wallets': {
      const named = typed.split(',').map((wallet) => wallet.trim())
      const isKnown = named.every((wallet) => WALLETS.some((known) => known === wallet))
      return isKnown
        ? done(WALLETS.filter((wallet) => named.includes(wallet)).join())
        : refuse('cell_malformed', { cell: name })
    }
    case 'instant': {
      const at = parseMinute(typed)
      return at === undefined ? refuse('cell_malformed', { cell: name }) : done(at)
    }
    case 'decimal':
      return readDecimal(name, typed, is, scaleOf(is.scale, row))
  }
}

function readInteger(
  name: string,
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): Outcome<number, CellRefusal> {
  if (!/^\d{1,15}$/.test(text)) return refuse('cell_malformed', { cell: name })
  const value = parseInt(text, 10)
  return value < min || value > max ? outOfBounds(name, String(min), String(max)) : done(value)
}

function readDecimal(
  name: string,
  text: string,
  is: Extract<CellKind, { readonly kind: 'decimal' }>,
  scale: number,
): Outcome<StoredValue, CellRefusal> {
  const units = unitsOf(text, scale)
  if (units === null) return refuse('cell_malformed', { cell: name })
  const isWithin = units >= (unitsOf(is.min, scale) ?? 0n) && units <= (unitsOf(is.max, scale) ?? units)
  if (!isWithin) return outOfBounds(name, is.min, is.max)
  if (is.stored === 'text') return done(units.toString())
  return units <= BigInt(Number.MAX_SAFE_INTEGER)
    ? done(parseInt(units.toString(), 10))
    : outOfBounds(name, is.min, is.max)
}

/** Null for an invalid decimal or too many decimals. */
function unitsOf(text: string, scale: number): bigint | null {
  const match = /^(\d{1,20})(?:\.(\d{1,20}))?$/.exec(text)
  if (!match) return null
  const [, whole = '0', decimals = ''] = match
  return decimals.length > scale ? null : BigInt(whole + decimals.padEnd(scale, '0'))
}

const outOfBounds = (cell: string, min: string, max: string) => refuse('cell_out_of_bounds', { cell, min, max })

/** Parts of a key as one URL segment. */
export const encodeKey = (sheet: Sheet, row: StoredRow): string =>
  sheet.keys.map((key) => encodeURIComponent(String(row[key] ?? ''))).join('~')

/** Null when the address has another number of parts. */
export function decodeKey(sheet: Sheet, text: string): readonly string[] | null {
  const parts = text.split('~')
  return parts.length === sheet.keys.length ? parts.map(decodePart) : null
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A foreign key text: it matches no row.
    return text
  }
}
