// Own orders with fiat.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { BuyOrderRow } from '../../components/buy/order'
import { featurePage } from '../../components/feature-words'
import { OwnList } from '../../components/own-list'
import { PagedList } from '../../components/paged-list'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default featurePage('buy', Orders)

function Orders() {
  const { t } = useTranslation('buy')
  const { title, rows, page, total, assets } = useLoaderData<typeof loader>()
  return (
    <OwnList title={title} product={{ to: '/buy', words: t('title') }} none={t('no_orders')}>
      {rows.length > 0 && (
        <PagedList
          rows={rows}
          page={page}
          total={total}
          rowsOf={(data: Data) => data.rows}
          keyOf={({ id }) => String(id)}
        >
          {(orders) => (
            <ul className="divide-y divide-line">
              {orders.map((order) => (
                <BuyOrderRow key={order.id} order={order} asset={assets[order.assetId] ?? { code: '', scale: 0 }} />
              ))}
            </ul>
          )}
        </PagedList>
      )}
    </OwnList>
  )
}
