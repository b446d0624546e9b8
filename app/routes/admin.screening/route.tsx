// Desk page of sanctions lists: which are in force, and how far known people and addresses are compared with them.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DeskPage, Facts, Panel, UtcMoment } from '../../admin/page'
import { Badge } from '../../components/badge'
import { type Column, DataTable } from '../../components/data-table'
import { Notice } from '../../components/notice'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

const COMMAND = 'npm run screening -- FILE'

type Version = ReturnType<typeof useLoaderData<typeof loader>>['lists'][number]

export default function Screening() {
  const { t } = useTranslation('desk')
  const { title, done, lists, pass, isScreening } = useLoaderData<typeof loader>()
  return (
    <DeskPage title={title} text={t('screening_text')} done={done}>
      {!isScreening && (
        <div className="mb-4 px-4 lg:px-0">
          <Notice tone="bad">{t('screening_nothing', { command: COMMAND })}</Notice>
        </div>
      )}
      {pass && <Pass />}
      {lists.length > 0 && <Versions />}
    </DeskPage>
  )
}

function Pass() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { pass } = useLoaderData<typeof loader>()
  if (!pass) return null
  return (
    <Panel title={t('screening_pass')}>
      <Facts
        rows={[
          [t('screening_checked'), numbers.count(pass.checked)],
          [t('screening_found'), numbers.count(pass.found)],
          [
            t('screening_ended'),
            pass.endedAt === null ? t('screening_running') : <UtcMoment key="ended" at={pass.endedAt} />,
          ],
        ]}
      />
    </Panel>
  )
}

function Versions() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { lists } = useLoaderData<typeof loader>()
  const columns: readonly Column<Version>[] = [
    { key: 'list', head: t('screening_list'), isTitle: true, cell: ({ source }) => source.toUpperCase() },
    {
      key: 'state',
      head: t('col_state'),
      isAside: true,
      cell: ({ state }) => (
        <Badge tone={state === 'current' ? 'good' : 'plain'}>
          {t(state === 'current' ? 'screening_current' : 'screening_past')}
        </Badge>
      ),
    },
    { key: 'published', head: t('screening_published'), cell: ({ published }) => published },
    {
      key: 'entries',
      head: t('screening_entries'),
      isNumber: true,
      cell: ({ entries }) => numbers.count(entries),
    },
    {
      key: 'since',
      head: t('screening_since'),
      cell: ({ currentAt, startedAt }) => <UtcMoment at={currentAt ?? startedAt} />,
    },
    {
      key: 'digest',
      head: t('screening_digest'),
      isWide: true,
      cell: ({ digest }) => <span className="font-mono break-all">{digest}</span>,
    },
  ]
  return (
    <Panel title={t('screening_lists')}>
      <DataTable caption={t('screening_lists')} columns={columns} rows={lists} keyOf={({ id }) => String(id)} />
    </Panel>
  )
}
