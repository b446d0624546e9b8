// Whether a change of a sheet takes two people. What moves money, or says where it goes, does: fees and what the house quotes, how soon a
// deposit counts, the bank account that people pay to, addresses that people and their messages are sent to, whatever is listed anew, and all
// that customers read or see as ours. To close or halt something takes one, and so does a slip in a text. Each sheet names its own guard (sheet.ts).

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

/** Whether a new row needs a second person: any of its sheet, or one that fills in a cell that is guarded. */
export const isAddGuarded = (name: SheetName, row: StoredRow = {}): boolean =>
  guardOf(name).onAdd === true || (guardOf(name).cells ?? []).some((cell) => textIn(row, cell) !== '')

const isOn = (value: StoredValue | null | undefined): boolean => value === 1
