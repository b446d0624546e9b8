// Edit form of a table row, with an HTML preview and its change history.

import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { AuditFacts, DeskForm, DeskPage, Facts, Panel } from '../../admin/page'
import { backIn } from '../../admin/sheet-place'
import { SheetFields, useCellText, useCellWords } from '../../admin/sheet-fields'
import { Prose } from '../../components/prose'
import { Dotted } from '../../components/dotted'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function SheetRow() {
  const { t } = useTranslation('desk')
  const { title, done, name, row, codes, cells, mayChange, isRowGuarded, commandId, preview } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <DeskPage title={title} done={done} backTo={`/admin/sheets/${name}${backIn(useLocation().search)}`}>
      <Panel>
        {mayChange ? (
          <div className="grid gap-3 p-4">
            {isRowGuarded && <Notice tone="plain">{t('two_needed_row')}</Notice>}
            <DeskForm
              commandId={commandId}
              step="change"
              answer={answer}
              submit={t('save')}
              saved={JSON.stringify(row.cells)}
            >
              <SheetFields cells={cells} values={row.cells} codes={codes} />
            </DeskForm>
          </div>
        ) : (
          <ReadOnly />
        )}
      </Panel>
      {preview !== null && (
        <Panel title={t('preview')}>
          <div translate="no" className="p-4">
            {preview.title && <p className="text-xl font-bold">{preview.title}</p>}
            <Prose html={preview.content} />
          </div>
        </Panel>
      )}
      <History />
    </DeskPage>
  )
}

function ReadOnly() {
  const [sayCell, sayText] = [useCellWords(), useCellText()]
  const { row, codes, cells } = useLoaderData<typeof loader>()
  const rows = cells.map((cell) => {
    const text = codes[cell.name] ?? sayText(cell, row.cells[cell.name] ?? '')
    return [sayCell(cell.name, cell.name in codes), text] as const
  })
  return <Facts rows={rows} />
}

function History() {
  const { t } = useTranslation('desk')
  const { changes } = useLoaderData<typeof loader>()
  if (changes.length === 0) return null
  return (
    <Panel title={t('history')}>
      <ul className="divide-y divide-line">
        {changes.map(({ seq, at, by, facts }) => (
          <li key={seq} className="px-4 py-2 text-xs">
            <span className="text-muted">
              <Dotted>
                {`#${seq}`}
                <Moment at={at} />
                {by ?? t('by_system')}
              </Dotted>
            </span>
            <AuditFacts facts={facts} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
