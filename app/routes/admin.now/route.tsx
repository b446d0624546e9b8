// Desk page of late, stuck and failing parts, with an action beside each.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DeskPage, Panel } from '../../admin/page'
import { useReadAgain } from '../../admin/use-read-again'
import { Badge } from '../../components/badge'
import { ButtonLink } from '../../components/button'
import { type Column, DataTable } from '../../components/data-table'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function Now() {
  const { t } = useTranslation('desk')
  const { title, done, ringing, hooks, events } = useLoaderData<typeof loader>()
  useReadAgain()
  return (
    <DeskPage title={title} text={t('now_text')} done={done}>
      {ringing.length === 0 ? (
        <div className="mb-4 px-4 lg:px-0">
          <Quiet />
        </div>
      ) : (
        <Panel title={t('now_ringing')}>
          <ul className="divide-y divide-line">
            {ringing.map((row) => (
              <Ringing key={`${row.alarm} ${row.where}`} row={row} />
            ))}
          </ul>
        </Panel>
      )}
      {hooks.length > 0 && <Hooks />}
      {events.length > 0 && <Lately />}
    </DeskPage>
  )
}

function Quiet() {
  const { t } = useTranslation('desk')
  const { measuredAt } = useLoaderData<typeof loader>()
  if (measuredAt === null) return <Notice tone="bad">{t('now_unmeasured')}</Notice>
  return <Notice tone="good">{t('now_quiet')}</Notice>
}

function Ringing({ row }: { readonly row: Loaded['ringing'][number] }) {
  const { t } = useTranslation('desk')
  const { alarm, where, since, urgency, about, page } = row
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 max-w-prose">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {t(`alarm_${alarm}`)}
          <Badge tone={urgency === 'now' ? 'bad' : 'plain'}>{t(`urgency_${urgency}`)}</Badge>
        </p>
        <p className="mt-1 text-sm">{t(`about_${about}`)}</p>
        <p className="mt-1 text-xs text-muted">
          {where !== '' && <span translate="no">{where} · </span>}
          {t('now_since')} <Moment at={since} />
        </p>
      </div>
      <ButtonLink to={page} variant="quiet" size="sm">
        {t('now_go')}
      </ButtonLink>
    </li>
  )
}

function Hooks() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { hooks } = useLoaderData<typeof loader>()
  const columns: readonly Column<Loaded['hooks'][number]>[] = [
    { key: 'host', head: t('now_hook'), isTitle: true, cell: ({ host }) => <span translate="no">{host}</span> },
    {
      key: 'state',
      head: t('now_hook_state'),
      isAside: true,
      cell: ({ failures, reason }) =>
        failures === 0 ? (
          <Badge tone="good">{t('now_hook_good')}</Badge>
        ) : (
          <Badge tone="bad">
            {numbers.count(failures)} · {reason}
          </Badge>
        ),
    },
    {
      key: 'taken',
      head: t('now_hook_taken'),
      isNumber: true,
      cell: ({ taken }) => (taken === null ? '—' : numbers.count(taken)),
    },
  ]
  return (
    <Panel title={t('now_hooks')}>
      <DataTable
        caption={t('now_hooks')}
        columns={columns}
        rows={hooks}
        keyOf={({ host, form }) => `${host} ${form}`}
      />
    </Panel>
  )
}

function Lately() {
  const { t } = useTranslation('desk')
  const { events } = useLoaderData<typeof loader>()
  const columns: readonly Column<Loaded['events'][number]>[] = [
    { key: 'alarm', head: t('now_alarm'), isTitle: true, cell: ({ alarm }) => t(`alarm_${alarm}`) },
    {
      key: 'state',
      head: t('now_event'),
      isAside: true,
      cell: ({ state }) => <Badge tone={state === 'over' ? 'good' : 'bad'}>{t(`event_${state}`)}</Badge>,
    },
    {
      key: 'where',
      head: t('now_where'),
      cell: ({ where }) => <span translate="no">{where}</span>,
      isIdle: ({ where }) => where === '',
    },
    { key: 'at', head: t('now_at'), cell: ({ at }) => <Moment at={at} /> },
  ]
  return (
    <Panel title={t('now_lately')}>
      <DataTable caption={t('now_lately')} columns={columns} rows={events} keyOf={({ id }) => String(id)} />
    </Panel>
  )
}
