// Own orders with fiat.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { BuyOrderRow } from '../../components/buy/order'
import { FeatureWords } from '../../components/feature-words'
import { OwnList } from '../../components/own-list'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Page() {
  const { texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="buy" texts={texts}>
      <Orders />
    </FeatureWords>
  )
}

function Orders() {
  const { t } = useTranslation('buy')
  const { title, rows, assets, ...list } = useLoaderData<typeof loader>()
  return (
    <OwnList title={title} product={{ to: '/buy', words: t('title') }} none={t('no_orders')} {...list}>
      {rows.length > 0 && (
        <ul className="divide-y divide-line">
          {rows.map((order) => (
            <BuyOrderRow key={order.id} order={order} asset={assets[order.assetId] ?? { code: '', scale: 0 }} />
          ))}
        </ul>
      )}
    </OwnList>
  )
}
