// Investments as a table on desktop and cards on a phone.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Asset } from '#domain/catalogue'
import { rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import type { InvestRow } from '#party/protocol/invest'
import { useNumbers } from '../../text/numbers'
import { type Column, DataTable } from '../../components/data-table'
import { Hideable } from '../../components/hidden-amounts'
import { Moment } from '../../components/moment'

type ListedAsset = Pick<Asset, 'id' | 'code' | 'scale'>
/** Row with its displayed stage: "settling" during the fixing window. */
export type StagedRow = InvestRow & { readonly stage: InvestRow['state'] | 'settling' }

interface InvestListProps {
  readonly caption: string
  readonly rows: readonly StagedRow[]
  readonly assets: readonly ListedAsset[]
}

export function InvestList({ caption, rows, assets }: InvestListProps) {
  return (
    <DataTable caption={caption} columns={useColumns(assets)} rows={rows} keyOf={({ orderNo }) => String(orderNo)} />
  )
}

function useColumns(assets: readonly ListedAsset[]): readonly Column<StagedRow>[] {
  const { t } = useTranslation('invest')
  const numbers = useNumbers()
  const money = (assetId: number, stored: string) => {
    const asset = assets.find(({ id }) => id === assetId) ?? { code: '', scale: 0 }
    return <Hideable>{`${numbers.storedAmount(asset, stored)}\u00a0${asset.code}`}</Hideable>
  }
  return [
    {
      key: 'series',
      head: t('series'),
      isTitle: true,
      cell: (row) => (
        <Link to={`/earn/invest/mine/${row.orderNo}`} className="hover:underline">
          {row.series.name}
        </Link>
      ),
    },
    { key: 'state', head: t('state'), isAside: true, cell: ({ stage }) => t(`state_${stage}`) },
    { key: 'amount', head: t('amount'), isNumber: true, isWide: true, cell: (row) => money(row.assetId, row.amount) },
    {
      key: 'strike',
      head: t('strike'),
      isNumber: true,
      cell: ({ series }) => numbers.decimal(formatSteps(series.strike, series.priceDecimals)),
    },
    { key: 'apr', head: t('apr'), isNumber: true, cell: ({ series }) => numbers.rate(rate(BigInt(series.apr))) },
    { key: 'matures', head: t('matures'), isWide: true, cell: ({ maturesAt }) => <Moment at={maturesAt} /> },
    {
      key: 'paid',
      head: t('paid'),
      isNumber: true,
      isWide: true,
      isIdle: ({ paid }) => paid === null,
      cell: (row) => (row.paid === null ? '—' : money(row.paidAssetId ?? row.assetId, row.paid)),
    },
    {
      key: 'details',
      head: t('details'),
      cell: ({ orderNo }) => (
        <Link to={`/earn/invest/mine/${orderNo}`} className="text-selected-text hover:underline">
          {t('details')}
        </Link>
      ),
    },
  ]
}
