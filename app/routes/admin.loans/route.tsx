// Desk page of loans: totals by asset, and single loans.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatUnits } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { DeskPage, Panel } from '../../admin/page'
import { Badge } from '../../components/badge'
import { type Column, DataTable } from '../../components/data-table'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { percentText } from '../../components/loan/margin-panel'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Book = ReturnType<typeof useLoaderData<typeof loader>>['book']

export default featurePage('loan', Lent)

function Lent() {
  const { t } = useTranslation('loan')
  const { t: tDesk } = useTranslation('desk')
  const numbers = useNumbers()
  const { title, done, book } = useLoaderData<typeof loader>()
  const assets: readonly Column<Book['assets'][number]>[] = [
    { key: 'asset', head: t('asset'), isTitle: true, cell: ({ asset }) => asset.code },
    { key: 'count', head: tDesk('loans_count'), isNumber: true, cell: ({ loans }) => numbers.count(loans) },
    { key: 'owed', head: t('owed'), isNumber: true, cell: ({ asset, owed }) => numbers.amount(asset, owed) },
    {
      key: 'worth',
      head: `${t('worth')} (USDT)`,
      isNumber: true,
      cell: ({ worth }) => (worth === null ? '—' : numbers.usdt(formatUnits(worth, VALUE_SCALE))),
    },
  ]
  const loans: readonly Column<Book['loans'][number]>[] = [
    { key: 'loan', head: t('loan_title'), isTitle: true, cell: ({ id }) => tDesk('case_loan', { number: id }) },
    {
      key: 'user',
      head: tDesk('user_id'),
      cell: ({ userId }) => (
        <Link to={`/admin/users/${userId}`} className="text-selected-text hover:underline">
          {userId}
        </Link>
      ),
    },
    {
      key: 'amount',
      head: t('amount'),
      isNumber: true,
      cell: ({ asset, amount }) => `${numbers.amount(asset, amount)} ${asset.code}`,
    },
    {
      key: 'owed',
      head: t('owed'),
      isNumber: true,
      cell: ({ asset, owed }) => `${numbers.amount(asset, owed)} ${asset.code}`,
    },
    { key: 'due', head: t('due'), cell: ({ dueAt }) => (dueAt === null ? '—' : <Moment at={dueAt} />) },
    {
      key: 'state',
      head: tDesk('loans_state'),
      isAside: true,
      cell: ({ isLate, called }) =>
        isLate ? (
          <Badge tone="bad">{tDesk('loans_late')}</Badge>
        ) : called === 0 ? (
          t('state_running')
        ) : (
          <Badge tone="bad">{tDesk('loans_called', { bound: numbers.percent(percentText(BigInt(called))) })}</Badge>
        ),
    },
  ]
  return (
    <DeskPage title={title} text={tDesk('loans_text')} done={done}>
      <p className="px-4 text-sm lg:px-0">
        <Link to="/admin/queue/loan" className="text-selected-text hover:underline">
          {tDesk('loans_waiting', { number: numbers.count(book.waiting) })}
        </Link>
      </p>
      <Panel title={tDesk('loans_exposure')}>
        {book.assets.length === 0 ? (
          <Empty icon="assets">{tDesk('loans_none')}</Empty>
        ) : (
          <DataTable
            caption={tDesk('loans_exposure')}
            columns={assets}
            rows={book.assets}
            keyOf={({ asset }) => asset.code}
          />
        )}
      </Panel>
      {book.loans.length > 0 && (
        <Panel title={tDesk('loans_running')}>
          <DataTable
            caption={tDesk('loans_running')}
            columns={loans}
            rows={book.loans}
            keyOf={({ id }) => String(id)}
          />
        </Panel>
      )}
    </DeskPage>
  )
}
