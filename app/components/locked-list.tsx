// What is locked in products of the earn wallet, and until when.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useNumbers } from '../text/numbers'
import { DataTable } from './data-table'
import { Hideable } from './hidden-amounts'
import { Moment } from './moment'

export interface LockedLine {
  readonly to: string
  /** Of a series; null for a locked deposit. */
  readonly name: string | null
  readonly asset: { readonly code: string; readonly scale: number }
  readonly amount: string
  readonly until: number
}

export function LockedList({ lines }: { readonly lines: readonly LockedLine[] }) {
  const { t } = useTranslation('earn')
  const numbers = useNumbers()
  return (
    <DataTable
      caption={t('own')}
      rows={lines}
      keyOf={({ to }) => to}
      columns={[
        {
          key: 'what',
          head: t('what'),
          isTitle: true,
          cell: ({ to, name }) => (
            <Link to={to} className="hover:underline">
              {name ?? t('lock_mining')}
            </Link>
          ),
        },
        {
          key: 'amount',
          head: t('amount'),
          isNumber: true,
          isWide: true,
          cell: ({ asset, amount }) => <Hideable>{`${numbers.storedAmount(asset, amount)} ${asset.code}`}</Hideable>,
        },
        { key: 'until', head: t('until'), isWide: true, cell: ({ until }) => <Moment at={until} /> },
      ]}
    />
  )
}
