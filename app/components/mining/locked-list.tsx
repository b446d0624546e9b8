// Locked funds of mining and token sales with their unlock dates.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useNumbers } from '../../text/numbers'
import { DataTable } from '../data-table'
import { Hideable } from '../hidden-amounts'
import { Moment } from '../moment'

export interface LockedLine {
  readonly to: string
  /** Name of a series or token sale; null for a locked deposit. */
  readonly name: string | null
  /** Stage of a token sale application. */
  readonly stage?: 'applied' | 'allotted' | 'unlocking' | undefined
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
          cell: ({ to, name, stage }) => (
            <span className="inline-grid">
              <Link to={to} className="hover:underline">
                {name ?? t('lock_mining')}
              </Link>
              {stage && <span className="text-2xs font-normal text-muted">{t(`ieo_${stage}`)}</span>}
            </span>
          ),
        },
        {
          key: 'amount',
          head: t('amount'),
          isNumber: true,
          isWide: true,
          cell: ({ asset, amount }) => (
            <Hideable>{`${numbers.storedAmount(asset, amount)}\u00a0${asset.code}`}</Hideable>
          ),
        },
        { key: 'until', head: t('until'), isWide: true, cell: ({ until }) => <Moment at={until} /> },
      ]}
    />
  )
}
