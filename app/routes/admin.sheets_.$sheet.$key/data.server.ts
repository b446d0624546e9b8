// Loader and action of a table row: values, change history, edit form.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { mayDo } from '#domain/desk/role'
import { isRowGuarded } from '#domain/desk/guard'
import { SHEETS } from '#domain/desk/sheet'
import type { Sheet } from '#domain/desk/sheet-cell'
import { LANGUAGES } from '#domain/language'
import { asReadersSee } from '#services/content'
import { readAuditOf } from '#services/desk/audit'
import { changeRow, readSheetRow } from '#services/desk/sheets'
import { readStaff } from '#services/desk/staff'
import { auditReader } from '../../admin/audit.server'
import { auditFacts } from '../../admin/audit-words'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { cellNames, loadKnown, rowTitle } from '../../admin/sheet-names.server'
import { searchIn } from '../../admin/sheet-place'
import { cellViews, readSeen, readSheetName, readTexts, sheetPermission } from '../../admin/sheet-form.server'
import { wholeIn, wholeInHtml } from '../../text/thai-words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, sheetPermission(args.params['sheet'], 'read'))
  const name = readSheetName(args.params['sheet'])
  const sheet: Sheet = SHEETS[name]
  const { env } = args.context
  const row = await readSheetRow(env, name, args.params['key'] ?? '')
  if (!row) throw new Response(null, { status: 404 })
  const target = `${sheet.table}:${sheet.keys.map((key) => row.cells[key]).join('/')}`
  const html = sheet.cells.find(({ is }) => is.kind === 'html')
  const [changes, staff, shown] = await Promise.all([
    mayDo(member.role, 'audit:read') ? readAuditOf(env, [target]) : [],
    readStaff(env),
    html ? asReadersSee(env, { title: row.cells['title'] ?? '', content: row.cells[html.name] ?? '' }) : null,
  ])
  const names = new Map(staff.map(({ id, name: called }) => [id, called]))
  const language = readLanguage(args.request)
  const known = await loadKnown(env, language, { sheet: name, rows: [row] })
  const codes = cellNames(language, name, row.cells, known)
  const reader = auditReader(language, names)
  const textLanguage = LANGUAGES.find((each) => each === row.cells['language']) ?? language
  const page = deskPage(args.request, SHEETS[name].title)
  return {
    ...page,
    title: `${page.title} · ${rowTitle(name, row.cells, codes)}`,
    name,
    row,
    codes,
    cells: cellViews(name, 'change'),
    isRowGuarded: isRowGuarded(
      name,
      sheet.keys.map((key) => row.cells[key] ?? ''),
    ),
    mayChange: mayDo(member.role, `${sheet.place}:write`),
    changes: changes.map(({ seq, at, staffId, facts }) => ({
      seq,
      at,
      by: staffId === null ? null : (names.get(staffId) ?? String(staffId)),
      facts: auditFacts(reader, { target, facts }),
    })),
    preview: shown && {
      title: wholeIn(textLanguage, shown.title),
      content: wholeInHtml(textLanguage, shown.content),
    },
  }
}

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const permission = sheetPermission(args.params['sheet'], 'write')
  const { member, form, commandId, at } = await requireStaffForm(args, permission)
  const name = readSheetName(args.params['sheet'])
  const sheet: Sheet = SHEETS[name]
  const key = args.params['key'] ?? ''
  const texts = readTexts(args.request, sheet, form)
  const outcome = await changeRow(args.context.env, member, {
    name,
    key,
    texts,
    seen: readSeen(sheet, form),
    commandId,
    at,
  })
  const done = outcome.ok && outcome.value.kind === 'proposed' ? 'asked' : 'saved'
  const path = `/admin/sheets/${name}/${key}${searchIn(new URL(args.request.url).search)}`
  return answerDesk(args.request, outcome, { step: 'change', path, done })
}
