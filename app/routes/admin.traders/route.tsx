// Copy traders: active and former; staff can stop a trader with a reason shown to the trader.

import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatUnits } from '#domain/money/amount'
import { REASON_LENGTH_MAX } from '#domain/desk/review'
import { DeskList } from '../../admin/desk-list'
import { DeskForm, DeskPage, UtcMoment } from '../../admin/page'
import { Badge } from '../../components/badge'
import type { Column } from '../../components/data-table'
import { Field } from '../../components/field'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

const USDT_SCALE = 6

export default function Traders() {
  const { t } = useTranslation('desk')
  const { title, done, rows, total, page, mayStop } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <DeskPage title={title} text={t('traders_text')} done={done}>
      <DeskList
        none={{ icon: 'person', words: t('traders_none') }}
        caption={title}
        columns={columns}
        rows={rows}
        keyOf={({ userId }) => String(userId)}
        {...(mayStop && { end: (row: Row) => <Stop row={row} /> })}
        pages={{ page, total }}
      />
    </DeskPage>
  )
}

function Stop({ row }: { readonly row: Row }) {
  const { t } = useTranslation('desk')
  const { commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (row.state !== 'active') return null
  const step = `stop-${row.userId}`
  return (
    <DeskForm
      commandId={`${commandId}:${step}`}
      step={step}
      answer={answer}
      submit={t('trader_stop')}
      variant="remove"
      size="sm"
    >
      <input type="hidden" name="userId" value={row.userId} />
      <Field label={t('fact_reason')} name="reason" maxLength={REASON_LENGTH_MAX} required />
    </DeskForm>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  return [
    {
      key: 'nickname',
      head: t('fact_nickname'),
      isTitle: true,
      cell: ({ userId, nickname }) => (
        <Link to={`/admin/users/${userId}`} className="font-semibold text-selected-text">
          {nickname}
        </Link>
      ),
    },
    {
      key: 'state',
      head: t('col_state'),
      isAside: true,
      cell: ({ state }) => (
        <Badge tone={state === 'active' ? 'good' : state === 'review' ? 'brand' : 'plain'}>
          {t(`trader_state_${state}`)}
        </Badge>
      ),
    },
    {
      key: 'followers',
      head: t('trader_followers'),
      isNumber: true,
      cell: ({ followers }) => numbers.count(followers),
    },
    {
      key: 'profit',
      head: t('trader_profit'),
      isNumber: true,
      cell: ({ profit }) => numbers.usdt(formatUnits(BigInt(profit), USDT_SCALE)),
    },
    { key: 'at', head: t('fact_requested_at'), cell: ({ appliedAt }) => <UtcMoment at={appliedAt} /> },
  ]
}
