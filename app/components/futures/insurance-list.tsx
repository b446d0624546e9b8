// Insurance fund entries, newest first: for the public page and the desk.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '../data-table'
import { Empty } from '../empty'
import { decodeAmount, formatTrimmed, negate } from '#domain/money/amount'
import { useNumbers } from '../../text/numbers'
import { Moment } from '../moment'
import { PagedList } from '../paged-list'

interface InsuranceListProps {
  readonly rows: readonly {
    readonly receiptId: string
    readonly at: number
    readonly product: 'futures' | 'loan'
    readonly symbol: string
    readonly cause: string
    readonly asset: { readonly code: string; readonly scale: number }
    readonly change: string
  }[]
  readonly total: number
  readonly page: number
}

/** Change of the fund in one currency, with sign and colour. */
export function FundChange({ asset, change }: Pick<InsuranceListProps['rows'][number], 'asset' | 'change'>) {
  const numbers = useNumbers()
  const value = decodeAmount(change)
  const size = `${numbers.decimal(formatTrimmed(asset, value < 0n ? negate(value) : value))}\u00a0${asset.code}`
  if (value === 0n) return <>{size}</>
  return <span className={value > 0n ? 'text-up-text' : 'text-down-text'}>{`${value > 0n ? '+' : '−'}${size}`}</span>
}

export function InsuranceList({ rows, total, page }: InsuranceListProps) {
  const { t } = useTranslation('futures')
  const columns: readonly Column<(typeof rows)[number]>[] = [
    {
      key: 'pair',
      head: t('insurance_from'),
      isTitle: true,
      cell: ({ product, symbol }) => (product === 'loan' ? t('insurance_loan') : symbol.replace('-', '/')),
    },
    { key: 'at', head: t('ended_at'), isAside: true, cell: ({ at }) => <Moment at={at} /> },
    { key: 'cause', head: t('receipt_why'), cell: ({ cause }) => t(`cause_${cause as 'liquidation'}`) },
    { key: 'change', head: t('insurance_change'), isNumber: true, cell: (row) => <FundChange {...row} /> },
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
    <PagedList rows={rows} page={page} total={total} rowsOf={entriesOf} keyOf={keyOf}>
      {(entries) => <DataTable caption={t('insurance_entries')} columns={columns} rows={entries} keyOf={keyOf} />}
    </PagedList>
  )
}

type Entry = InsuranceListProps['rows'][number]
const keyOf = ({ receiptId, asset }: Entry): string => `${receiptId} ${asset.code}`
/** Both pages with this list name it so. */
const entriesOf = ({ entries }: { readonly entries: { readonly rows: readonly Entry[] } }) => entries.rows
