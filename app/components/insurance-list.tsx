// Entries of the insurance fund, newest first: for everybody, and for the desk.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from './data-table'
import { Empty } from './empty'
import { Result } from './futures-list'
import { Moment } from './moment'
import { Pager } from './pager'

interface InsuranceListProps {
  readonly rows: readonly {
    readonly receiptId: string
    readonly at: number
    readonly symbol: string
    readonly cause: string
    readonly change: string
  }[]
  readonly total: number
  readonly page: number
}

export function InsuranceList({ rows, total, page }: InsuranceListProps) {
  const { t } = useTranslation('futures')
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { key: 'pair', head: t('pair'), isTitle: true, cell: ({ symbol }) => symbol.replace('-', '/') },
    { key: 'at', head: t('ended_at'), isAside: true, cell: ({ at }) => <Moment at={at} /> },
    { key: 'cause', head: t('receipt_why'), cell: ({ cause }) => t(`cause_${cause as 'liquidation'}`) },
    { key: 'change', head: t('insurance_change'), isNumber: true, cell: ({ change }) => <Result value={change} /> },
    {
      key: 'receipt',
      head: t('receipt'),
      cell: ({ receiptId }) => (
        <Link to={`/receipts/${receiptId}`} className="text-selected-text hover:underline">
          {t('receipt')}
        </Link>
      ),
    },
  ]
  if (rows.length === 0) return <Empty icon="orders">{t('insurance_no_entries')}</Empty>
  return (
    <>
      <DataTable caption={t('insurance_entries')} columns={columns} rows={rows} keyOf={({ receiptId }) => receiptId} />
      <Pager page={page} total={total} />
    </>
  )
}
