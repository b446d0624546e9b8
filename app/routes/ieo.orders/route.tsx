// All own applications for tokens: applied for, allotted, unlocked.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { featurePage } from '../../components/feature-words'
import { type IeoLine, IeoOrders } from '../../components/ieo/sale'
import { OwnList } from '../../components/own-list'
import { PagedList } from '../../components/paged-list'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Data = ReturnType<typeof useLoaderData<typeof loader>>

/** Each page names its own rows alone. */
const namedRows = ({ rows, names }: Data): readonly IeoLine[] => rows.map((row) => ({ ...row, names }))

export default featurePage('ieo', Orders)

function Orders() {
  const { t } = useTranslation('ieo')
  const data = useLoaderData<typeof loader>()
  const { title, page, total } = data
  const rows = namedRows(data)
  return (
    <OwnList title={title} product={{ to: '/ieo', words: t('title') }} none={t('no_orders')}>
      {rows.length > 0 && (
        <PagedList rows={rows} page={page} total={total} rowsOf={namedRows} keyOf={({ orderNo }) => String(orderNo)}>
          {(orders) => <IeoOrders rows={orders} />}
        </PagedList>
      )}
    </OwnList>
  )
}
