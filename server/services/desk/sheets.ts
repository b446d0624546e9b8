// Editing of catalogue and content tables: each cell is validated, the change written once and logged with values
// before and after.

import {
  findRow,
  insertRowStatement,
  isRowMissing,
  isRowUnchanged,
  listRows,
  updateRowStatement,
} from '#db/platform/sheet'
import type { Slice } from '#db/platform/slice'
import { isAddGuarded, isChangeGuarded } from '#domain/desk/guard'
import { SHEETS, type SheetName, checkRow } from '#domain/desk/sheet'
import {
  type Cell,
  type CellRefusal,
  type Sheet,
  type StoredRow,
  type StoredValue,
  cellText,
  decodeKey,
  encodeKey,
  readCell,
} from '#domain/desk/sheet-cell'
import { type Outcome, done, refuse } from '#domain/outcome'
import { safeHtml } from '../safe-html'
import { NEVER, writeAudited } from './audit'
import { type ProposeRefusal, propose } from './propose'
import { type StaffMember, checkPermission } from './session'
import { readContext } from './sheet-row'

export type SheetRefusal =
  | ProposeRefusal
  | CellRefusal
  | 'permission_missing'
  | 'row_not_found'
  | 'row_exists'
  | 'row_contradicts'
  | 'nothing_changed'

/** proposed: a financially relevant change, awaiting a second approval. */
export type RowOutcome = { readonly kind: 'done' | 'proposed'; readonly key: string }

export interface SheetLine {
  readonly key: string
  /** Key values, as cursor for the next page. */
  readonly place: readonly StoredValue[]
  /** By cell name, in display format. */
  readonly cells: Readonly<Record<string, string>>
}

const lineOf = (sheet: Sheet, row: StoredRow): SheetLine => ({
  key: encodeKey(sheet, row),
  place: sheet.keys.map((name) => row[name] ?? ''),
  cells: Object.fromEntries(sheet.cells.map((cell) => [cell.name, cellText(cell, row)])),
})

export async function readSheet(
  env: Pick<Env, 'DB'>,
  name: SheetName,
  input: Slice<readonly StoredValue[]> & { readonly text: string },
): Promise<{ rows: SheetLine[]; total: number }> {
  const { rows, total } = await listRows(env.DB, SHEETS[name], input)
  return { rows: rows.map((row) => lineOf(SHEETS[name], row)), total }
}

export async function readSheetRow(env: Pick<Env, 'DB'>, name: SheetName, keyText: string): Promise<SheetLine | null> {
  const key = decodeKey(SHEETS[name], keyText)
  const row = key && (await findRow(env.DB, SHEETS[name], key))
  return row && lineOf(SHEETS[name], row)
}

export interface SheetCommand {
  readonly name: SheetName
  /** Typed text by cell name. An absent cell is empty in a new row and unchanged in an existing one. */
  readonly texts: Readonly<Record<string, string>>
  readonly commandId: string
  readonly at: number
}

/** Changes a row; refused when a cell changed since the form was rendered. */
export async function changeRow(
  env: Env,
  by: StaffMember,
  input: SheetCommand & { readonly key: string; readonly seen: Readonly<Record<string, string>> },
): Promise<Outcome<RowOutcome, SheetRefusal>> {
  const sheet: Sheet = SHEETS[input.name]
  const admitted = checkPermission(by, `${sheet.place}:write`)
  if (!admitted.ok) return admitted
  const key = decodeKey(sheet, input.key)
  const row = key && (await findRow(env.DB, sheet, key))
  if (!key || !row) return refuse('row_not_found')

  const cells = sheet.cells.filter((cell) => !cell.isFixed && input.texts[cell.name] !== undefined)
  const read = readCells(cells, input.texts, row)
  if (!read.ok) return read
  const changed = cells.filter(({ name }) => read.value[name] !== row[name])
  const target = `${sheet.table}:${key.join('/')}`
  const entry = { staffId: by.id, action: 'row_changed', target, commandId: input.commandId, at: input.at } as const
  const after = { ...row, ...read.value }
  // A retry finds no difference; the audit log contains the first command.
  if (changed.length === 0) {
    const isSame = (known: Readonly<Record<string, string>>) =>
      cells.every((cell) => known[cell.name]?.endsWith(`→ ${short(cellText(cell, after))}`) ?? true)
    const again = await writeAudited(env, { ...entry, facts: {} }, { precondition: NEVER, statements: [], isSame })
    return again.ok
      ? done({ kind: 'done', key: input.key })
      : refuse(again.refusal.code === 'precondition_failed' ? 'nothing_changed' : again.refusal.code)
  }
  const isStale = changed.some(
    (cell) => input.seen[cell.name] !== undefined && input.seen[cell.name] !== cellText(cell, row),
  )
  if (isStale) return refuse('precondition_failed')
  const whole = checkRow(input.name, after)
  if (!whole.ok) return whole

  const names = changed.map(({ name }) => name)
  const values = Object.fromEntries(names.map((name) => [name, read.value[name] ?? '']))
  const facts = Object.fromEntries(
    changed.map((cell) => [cell.name, `${short(cellText(cell, row))} → ${short(cellText(cell, after))}`]),
  )
  if (isChangeGuarded(input.name, { key, before: row, after, changed: names })) {
    const before = Object.fromEntries(names.map((cell) => [cell, row[cell] ?? null]))
    const proposal = { act: 'row_change', sheet: input.name, key, before, after: values } as const
    const proposed = await propose(env, by, { ...input, proposal, target, facts })
    return proposed.ok ? done({ kind: 'proposed', key: input.key }) : proposed
  }
  const written = await writeAudited(
    env,
    { ...entry, facts },
    {
      precondition: isRowUnchanged(sheet, key, row, names),
      statements: [updateRowStatement(sheet, key, values)],
    },
  )
  return written.ok ? done({ kind: 'done', key: input.key }) : written
}

export async function addRow(
  env: Env,
  by: StaffMember,
  input: SheetCommand,
): Promise<Outcome<RowOutcome, SheetRefusal>> {
  const sheet: Sheet = SHEETS[input.name]
  const admitted = checkPermission(by, `${sheet.place}:write`)
  if (!admitted.ok) return admitted
  if (!sheet.mayAdd) return refuse('permission_missing')
  const context = await readContext(env, sheet, input.texts)
  const read = readCells(sheet.cells, input.texts, context)
  if (!read.ok) return read
  const row = { ...context, ...read.value }
  const whole = checkRow(input.name, row)
  if (!whole.ok) return whole

  const key = sheet.keys.map((name) => String(read.value[name] ?? ''))
  const facts = Object.fromEntries(sheet.cells.map((cell) => [cell.name, short(cellText(cell, row))]))
  const target = `${sheet.table}:${key.join('/')}`
  const entry = {
    staffId: by.id,
    action: 'row_added',
    target,
    facts,
    commandId: input.commandId,
    at: input.at,
  } as const
  if (isAddGuarded(input.name, row)) {
    const proposal = { act: 'row_add', sheet: input.name, row: read.value } as const
    const proposed = await propose(env, by, { ...input, proposal, target, facts })
    return proposed.ok ? done({ kind: 'proposed', key: encodeKey(sheet, read.value) }) : proposed
  }
  const written = await writeAudited(env, entry, {
    precondition: isRowMissing(sheet, key),
    statements: [insertRowStatement(sheet, read.value)],
  })
  if (!written.ok) return written.refusal.code === 'precondition_failed' ? refuse('row_exists') : written
  return done({ kind: 'done', key: encodeKey(sheet, read.value) })
}

function readCells(
  cells: readonly Cell[],
  texts: Readonly<Record<string, string>>,
  row: StoredRow,
): Outcome<Record<string, StoredValue>, CellRefusal> {
  const values: Record<string, StoredValue> = {}
  for (const cell of cells) {
    const read = readCell(cell, texts[cell.name] ?? '', { ...row, ...values })
    if (!read.ok) return read
    // Sanitized before comparison and storage, so that two people approve exactly the text that readers will see.
    values[cell.name] = cell.is.kind === 'html' ? safeHtml(String(read.value)) : read.value
  }
  return done(values)
}

const FACT_LENGTH_MAX = 200

/** Shortens long values for the audit log; the full text is in the database. */
const short = (text: string): string =>
  text.length > FACT_LENGTH_MAX ? `${text.slice(0, FACT_LENGTH_MAX)}… (${text.length})` : text
