// Converts table cells to form fields, and form fields back to cell texts.

import type { Permission } from '#domain/desk/role'
import { SHEETS, SHEET_NAMES, type SheetName } from '#domain/desk/sheet'
import type { Cell, Sheet } from '#domain/desk/sheet-cell'
import { plainDecimal } from '../forms/decimal-field'
import { fieldOf, readFormLanguage } from '../visitor/visitor.server'
import type { CellView } from './sheet-fields'
import { ASSET_CELLS, type Known } from './sheet-names.server'

const findSheetName = (text: string | undefined): SheetName | undefined => SHEET_NAMES.find((each) => each === text)

/**
 * Permission for the table in the URL; null (any staff member) for an unknown table. Checked before the lookup, so
 * outsiders cannot probe which tables exist.
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

/** In the form of a new row no cell is marked as guarded, because the whole row is. */
export function cellViews(name: SheetName, use: 'add' | 'change', known?: Known): CellView[] {
  const { cells, guard }: Sheet = SHEETS[name]
  const { cells: guarded = [], switches = [] } = guard
  return cells.map((cell) => ({
    ...viewOf(cell),
    ...(use === 'add' && ASSET_CELLS.has(cell.name) && known ? assetChoice(known) : {}),
    name: cell.name,
    isFixed: use === 'change' && cell.isFixed === true,
    guard: use === 'add' ? null : guarded.includes(cell.name) ? 'always' : switches.includes(cell.name) ? 'on' : null,
  }))
}

/** Asset choices by code for network and pair tables; empty initially. */
const assetChoice = ({ assets }: Known) => ({
  kind: 'choice' as const,
  choices: ['', ...assets.keys()],
  choiceNames: Object.fromEntries([...assets].map(([id, code]) => [id, `${code} · ${id}`])),
})

function viewOf({ is }: Cell): Pick<CellView, 'kind' | 'choices' | 'lengthMax' | 'isRequired'> {
  const isRequired = is.kind !== 'flag' && !(is.kind === 'text' && is.isOptional)
  return {
    kind: is.kind,
    choices: is.kind === 'choice' ? is.choices : [],
    lengthMax: is.kind === 'text' || is.kind === 'html' ? is.lengthMax : 60,
    isRequired,
  }
}

const isText = (value: FormDataEntryValue): value is string => typeof value === 'string'

/** Form texts by cell. Decimals are parsed in the page's language; wallets are checkboxes of one name. */
export function readTexts(request: Request, { cells }: Sheet, form: FormData): Record<string, string> {
  const language = readFormLanguage(request, form)
  const textOf = ({ name, is }: Cell): string => {
    const text = fieldOf(form, `cell.${name}`)
    if (is.kind === 'wallets') return form.getAll(`cell.${name}`).filter(isText).join()
    return is.kind === 'decimal' ? plainDecimal(text, language) : text
  }
  // Browsers omit an unticked checkbox; its hidden `seen.` field is sent.
  const sent = cells.filter(({ name }) => form.has(`cell.${name}`) || form.has(`seen.${name}`))
  return Object.fromEntries(sent.map((cell) => [cell.name, textOf(cell)]))
}

/** Cell values at the time of rendering. */
export const readSeen = (sheet: Sheet, form: FormData): Record<string, string> =>
  Object.fromEntries(
    sheet.cells.filter(({ name }) => form.has(`seen.${name}`)).map(({ name }) => [name, fieldOf(form, `seen.${name}`)]),
  )
