// How a sheet's cells become fields of a form, and the form's fields texts of cells again.

import { GUARDS } from '#domain/desk/guard'
import type { Permission } from '#domain/desk/role'
import { SHEETS, SHEET_NAMES, type SheetName } from '#domain/desk/sheet'
import type { Cell, Sheet } from '#domain/desk/sheet-cell'
import { fieldOf } from '../visitor.server'
import type { CellView } from './sheet-fields'

const findSheetName = (text: string | undefined): SheetName | undefined => SHEET_NAMES.find((each) => each === text)

/**
 * What somebody must be allowed to who asks for the sheet of an address; where there is none, to be at the desk. Asked before the sheet is
 * looked for: who is not at the desk learns nothing of what is there.
 */
export function sheetPermission(text: string | undefined, what: 'read' | 'write'): Permission | null {
  const name = findSheetName(text)
  return name ? `${SHEETS[name].place}:${what}` : null
}

export function readSheetName(text: string | undefined): SheetName {
  const name = findSheetName(text)
  if (!name) throw new Response(null, { status: 404 })
  return name
}

/** In the form of a new row no cell says that it is guarded: there the whole row is. */
export function cellViews(name: SheetName, use: 'add' | 'change'): CellView[] {
  const { cells }: Sheet = SHEETS[name]
  const { cells: guarded, switches } = GUARDS[name]
  return cells.map((cell) => ({
    ...viewOf(cell),
    name: cell.name,
    isFixed: use === 'change' && cell.isFixed === true,
    guard: use === 'add' ? null : guarded.includes(cell.name) ? 'always' : switches.includes(cell.name) ? 'on' : null,
  }))
}

function viewOf({ is }: Cell): Pick<CellView, 'kind' | 'choices' | 'lengthMax' | 'isRequired'> {
  const isRequired = is.kind !== 'flag' && !(is.kind === 'text' && is.isOptional)
  return {
    kind: is.kind,
    choices: is.kind === 'choice' ? is.choices : [],
    lengthMax: is.kind === 'text' || is.kind === 'html' ? is.lengthMax : 60,
    isRequired,
  }
}

export const readTexts = (sheet: Sheet, form: FormData): Record<string, string> =>
  Object.fromEntries(sheet.cells.map(({ name }) => [name, fieldOf(form, `cell.${name}`)]))

/** What the form was drawn from. */
export const readSeen = (sheet: Sheet, form: FormData): Record<string, string> =>
  Object.fromEntries(
    sheet.cells.filter(({ name }) => form.has(`seen.${name}`)).map(({ name }) => [name, fieldOf(form, `seen.${name}`)]),
  )
