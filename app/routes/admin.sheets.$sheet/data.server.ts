// Loader of a table's rows; action that adds a row where allowed.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { mayDo } from '#domain/desk/role'
import { isAddGuarded } from '#domain/desk/guard'
import { SHEETS } from '#domain/desk/sheet'
import type { Sheet } from '#domain/desk/sheet-cell'
import { addRow, readSheet } from '#services/desk/sheets'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { textOf } from '../../admin/list-filter.server'
import { cellNames, loadKnown, rowTitle, settingsByTopic } from '../../admin/sheet-names.server'
import { cellViews, readSheetName, readTexts, sheetPermission } from '../../admin/sheet-form.server'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { readLanguage } from '../../visitor/visitor.server'

/** Settings fit one page, ordered by topic. */
const SETTINGS_MAX = 100

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, sheetPermission(args.params['sheet'], 'read'))
  const name = readSheetName(args.params['sheet'])
  const sheet: Sheet = SHEETS[name]
  const text = textOf(new URL(args.request.url).searchParams)
  const page = readPage(args.request)
  const language = readLanguage(args.request)
  const isOfSettings = name === 'settings'
  const size = isOfSettings ? SETTINGS_MAX : PAGE_SIZE
  const { rows: found, total } = await readSheet(args.context.env, name, { text, page, limit: size })
  const rows = isOfSettings ? settingsByTopic(found) : found
  const known = await loadKnown(args.context.env, language, { sheet: name, rows })
  return {
    ...deskPage(args.request, SHEETS[name].title),
    name,
    text,
    rows: rows.map((row) => {
      const codes = cellNames(language, name, row.cells, known)
      return { ...row, codes, title: rowTitle(name, row.cells, codes) }
    }),
    total,
    page,
    size,
    head: sheet.head ?? sheet.keys[0] ?? '',
    columns: sheet.cells.filter((cell) => !cell.isDetail).map((cell) => ({ name: cell.name, kind: cell.is.kind })),
    isAddGuarded: isAddGuarded(name),
    cells: sheet.mayAdd && mayDo(member.role, `${sheet.place}:write`) ? cellViews(name, 'add', known) : [],
  }
}

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const permission = sheetPermission(args.params['sheet'], 'write')
  const { member, form, commandId, at } = await requireStaffForm(args, permission)
  const name = readSheetName(args.params['sheet'])
  const sheet: Sheet = SHEETS[name]
  const outcome = await addRow(args.context.env, member, {
    name,
    texts: readTexts(args.request, sheet, form),
    commandId,
    at,
  })
  const isAsked = outcome.ok && outcome.value.kind === 'proposed'
  const path = outcome.ok && !isAsked ? `/admin/sheets/${name}/${outcome.value.key}` : `/admin/sheets/${name}`
  return answerDesk(args.request, outcome, { step: 'add', path, done: isAsked ? 'asked' : 'saved' })
}
