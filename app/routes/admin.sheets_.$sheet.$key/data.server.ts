// One row of a sheet: what it says, who changed it when, and the form that changes it.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { safeHtml } from '#domain/content'
import { mayDo } from '#domain/desk/role'
import { isRowGuarded } from '#domain/desk/guard'
import { SHEETS } from '#domain/desk/sheet'
import type { Sheet } from '#domain/desk/sheet-cell'
import { readAuditOf } from '#services/desk/audit'
import { changeRow, readSheetRow } from '#services/desk/sheets'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { cellViews, readSeen, readSheetName, readTexts } from '../../admin/sheet-form.server'

export async function loader(asked: LoaderFunctionArgs) {
  const name = readSheetName(asked.params['sheet'])
  const sheet: Sheet = SHEETS[name]
  const member = await requireStaff(asked, `${sheet.place}:read`)
  const { env } = asked.context
  const row = await readSheetRow(env, name, asked.params['key'] ?? '')
  if (!row) throw new Response(null, { status: 404 })
  const target = `${sheet.table}:${sheet.keys.map((key) => row.cells[key]).join('/')}`
  const changes = mayDo(member.role, 'audit:read') ? await readAuditOf(env, [target]) : []
  const html = sheet.cells.find(({ is }) => is.kind === 'html')
  return {
    ...deskPage(asked.request, 'row_title', { row: row.key.replaceAll('~', ' · ') }),
    name,
    row,
    cells: cellViews(name, 'change'),
    isRowGuarded: isRowGuarded(
      name,
      sheet.keys.map((key) => row.cells[key] ?? ''),
    ),
    mayChange: mayDo(member.role, `${sheet.place}:write`),
    changes: changes.map(({ seq, at, staffId, facts }) => ({ seq, at, staffId, facts })),
    /** As visitors see it: nothing else than the small HTML is left in it. */
    preview: html ? safeHtml(row.cells[html.name] ?? '') : null,
  }
}

export async function action(asked: ActionFunctionArgs): Promise<DeskAnswer> {
  const name = readSheetName(asked.params['sheet'])
  const sheet: Sheet = SHEETS[name]
  const { member, form, commandId, at } = await requireStaffForm(asked, `${sheet.place}:write`)
  const key = asked.params['key'] ?? ''
  const texts = readTexts(sheet, form)
  const outcome = await changeRow(asked.context.env, member, {
    name,
    key,
    texts,
    seen: readSeen(sheet, form),
    commandId,
    at,
  })
  const done = outcome.ok && outcome.value.kind === 'proposed' ? 'asked' : 'saved'
  return answerDesk(asked.request, outcome, { step: 'change', path: `/admin/sheets/${name}/${key}`, done })
}
