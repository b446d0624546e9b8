// Desk page of a user's alerts.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DeskList } from '../../admin/desk-list'
import { DeskPage } from '../../admin/page'
import { Moment } from '../../components/moment'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

export default function UserAlerts() {
  const { t } = useTranslation('desk')
  const { title, done, userId, rows, total, page } = useLoaderData<typeof loader>()
  return (
    <DeskPage title={title} done={done} backTo={`/admin/users/${userId}`}>
      <DeskList
        none={{ icon: 'bell', words: t('alerts_none') }}
        caption={title}
        rows={rows}
        keyOf={({ alertNo }) => String(alertNo)}
        columns={[
          { key: 'no', head: t('col_number'), isTitle: true, cell: ({ alertNo }) => `#${alertNo}` },
          { key: 'at', head: t('col_time'), cell: ({ setAt }) => <Moment at={setAt} /> },
          { key: 'pair', head: t('pair'), cell: ({ pair }) => pair },
          { key: 'waits', head: t('alerts_waits'), isWide: true, cell: ({ waits }) => waits },
          { key: 'told', head: t('alerts_told'), isNumber: true, cell: ({ told }) => told },
          { key: 'state', head: t('col_state'), cell: ({ state }) => state },
        ]}
        pages={{ page, total }}
      />
    </DeskPage>
  )
}
