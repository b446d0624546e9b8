// Obligations due in the next thirty days: customers' principal, and the additional amounts owed by the house, by day,
// product and asset.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DeskPage, DeskTable, Panel } from '../../admin/page'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Calendar() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { title, done, lines } = useLoaderData<typeof loader>()
  const money = (asset: { readonly code: string; readonly scale: number }, stored: string) =>
    `${numbers.storedAmount(asset, stored)} ${asset.code}`
  return (
    <DeskPage title={title} done={done} text={<span className="running-text">{t('calendar_text')}</span>}>
      <Panel>
        {lines.length === 0 ? (
          <p className="p-4 text-sm text-muted">{t('calendar_none')}</p>
        ) : (
          <DeskTable
            caption={title}
            rows={lines}
            keyOf={({ day, kind, asset }) => `${day}|${kind}|${asset.code}`}
            columns={[
              { key: 'day', head: t('calendar_day'), isTitle: true, cell: ({ day }) => day },
              { key: 'kind', head: t('calendar_product'), cell: ({ kind }) => t(`calendar_${kind}`) },
              {
                key: 'orders',
                head: t('calendar_orders'),
                isNumber: true,
                cell: ({ orders }) => numbers.count(orders),
              },
              {
                key: 'principal',
                head: t('calendar_principal'),
                isNumber: true,
                cell: ({ asset, principal }) => money(asset, principal),
              },
              { key: 'owed', head: t('calendar_owed'), isNumber: true, cell: ({ asset, owed }) => money(asset, owed) },
            ]}
          />
        )}
      </Panel>
    </DeskPage>
  )
}
