// Whether a table change takes two people. Two people: anything that moves money or gives its destination, such as fees and house quotes,
// deposit confirmations, the bank account for deposits, links and message addresses, new listings, and texts that customers read as ours.
// One person: closing or halting, and a small correction of a text. Each table names its own guard (sheet.ts).

import { SHEETS, type SheetName } from './sheet'
import type { Sheet, SheetGuard, StoredRow, StoredValue } from './sheet-cell'
import { saysAnew } from './visible-words'

const guardOf = (name: SheetName): SheetGuard => {
  const sheet: Sheet = SHEETS[name]
  return sheet.guard
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
  const { cells = [], switches = [], switchesOff = [], words = [] } = guardOf(name)
  const isNew = (cell: string) => words.includes(cell) && saysAnew(textIn(before, cell), textIn(after, cell))
  if (isRowGuarded(name, key) || changed.some(isNew)) return true
  const isSwitched = (cell: string) => (isOn(after[cell]) ? switches : switchesOff).includes(cell)
  return changed.some((cell) => cells.includes(cell) || isSwitched(cell))
}

const textIn = (row: StoredRow, cell: string): string => String(row[cell] ?? '')

export const isRowGuarded = (name: SheetName, key: readonly string[]): boolean =>
  guardOf(name).rows?.test(key.join('~')) ?? false

/** Whether a new row needs a second person: all rows of its table, or rows with a value in a guarded cell. */
export const isAddGuarded = (name: SheetName, row: StoredRow = {}): boolean =>
  guardOf(name).onAdd === true || (guardOf(name).cells ?? []).some((cell) => textIn(row, cell) !== '')

const isOn = (value: StoredValue | null | undefined): boolean => value === 1
