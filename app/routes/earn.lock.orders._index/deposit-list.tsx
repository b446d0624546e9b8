// Lock deposits as a table on desktop and cards on a phone.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Asset } from '#domain/catalogue'
import { rate } from '#domain/money/rate'
import type { DepositRow } from '#party/protocol/mining'
import { useNumbers } from '../../text/numbers'
import { type Column, DataTable } from '../../components/data-table'
import { Hideable } from '../../components/hidden-amounts'
import { Moment } from '../../components/moment'

type ListedAsset = Pick<Asset, 'id' | 'code' | 'scale'>

interface DepositListProps {
  readonly caption: string
  readonly rows: readonly DepositRow[]
  readonly assets: readonly ListedAsset[]
}

export function DepositList({ caption, rows, assets }: DepositListProps) {
  return (
    <DataTable caption={caption} columns={useColumns(assets)} rows={rows} keyOf={({ orderNo }) => String(orderNo)} />
  )
}

function useColumns(assets: readonly ListedAsset[]): readonly Column<DepositRow>[] {
  const { t } = useTranslation('mining')
  const numbers = useNumbers()
  const assetOf = ({ assetId }: DepositRow) => assets.find(({ id }) => id === assetId) ?? { code: '', scale: 0 }
  const money = (row: DepositRow, stored: string) => (
    <Hideable>{`${numbers.storedAmount(assetOf(row), stored)}\u00a0${assetOf(row).code}`}</Hideable>
  )
  return [
    {
      key: 'product',
      head: t('product'),
      isTitle: true,
      cell: (row) => (
        <Link to={`/earn/lock/orders/${row.orderNo}`} className="hover:underline">
          {`${assetOf(row).code} · ${t('days', { count: row.terms.days })}`}
        </Link>
      ),
    },
    { key: 'state', head: t('state'), isAside: true, cell: ({ state }) => t(`state_${state}`) },
    { key: 'amount', head: t('amount'), isNumber: true, isWide: true, cell: (row) => money(row, row.amount) },
    {
      key: 'daily_rate',
      head: t('daily_rate'),
      isNumber: true,
      cell: ({ terms }) => numbers.rate(rate(BigInt(terms.dailyRate))),
    },
    { key: 'yielded', head: t('yielded'), isNumber: true, isWide: true, cell: (row) => money(row, row.yielded) },
    { key: 'matures', head: t('matures'), isWide: true, cell: ({ maturesAt }) => <Moment at={maturesAt} /> },
    {
      key: 'details',
      head: t('details'),
      cell: ({ orderNo }) => (
        <Link to={`/earn/lock/orders/${orderNo}`} className="text-selected-text hover:underline">
          {t('details')}
        </Link>
      ),
    },
  ]
}
