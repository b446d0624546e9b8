// What a key did by the day, behind a line that opens without scripts.

import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '../../components/data-table'
import { useNumbers } from '../../text/numbers'

export interface UsageDay {
  /** Of UTC, such as "2026-01-31". */
  readonly day: string
  readonly requests: number
  readonly orders: number
  readonly refusals: number
}

export function Usage({ name, days }: { name: string; days: readonly UsageDay[] }) {
  const { t } = useTranslation('keys')
  const numbers = useNumbers()
  const counted = (key: 'requests' | 'orders' | 'refusals'): Column<UsageDay> => ({
    key,
    head: t(`usage_${key}`),
    isNumber: true,
    cell: (row) => numbers.count(row[key]),
  })
  const columns: readonly Column<UsageDay>[] = [
    { key: 'day', head: t('usage_day'), isTitle: true, cell: ({ day }) => <time dateTime={day}>{day}</time> },
    counted('requests'),
    counted('orders'),
    counted('refusals'),
  ]
  return (
    <details>
      <summary className="w-fit cursor-pointer py-1 text-sm text-selected-text hover:underline">{t('usage')}</summary>
      <div className="-mx-4">
        <DataTable caption={t('usage_of', { name })} columns={columns} rows={days} keyOf={({ day }) => day} />
      </div>
      <p className="text-xs text-muted">{t('usage_text')}</p>
    </details>
  )
}
