// Own orders with fiat.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../components/button'
import { BuyOrderRow } from '../../components/buy-order'
import { Empty } from '../../components/empty'
import { FeatureWords } from '../../components/feature-words'
import { HiddenAmounts } from '../../components/hidden-amounts'
import { ListFoot } from '../../components/list-foot'
import { PageHeader } from '../../components/page-header'
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
  const { rows, assets, total, page, isHidden } = useLoaderData<typeof loader>()
  return (
    <HiddenAmounts isHidden={isHidden}>
      <div className="lg:px-5">
        <PageHeader title={t('orders_title')} backTo="/buy" />
        <section className="panel mx-3 overflow-hidden lg:mx-0">
          {rows.length === 0 ? (
            <Empty icon="orders" action={<ButtonLink to="/buy">{t('title')}</ButtonLink>}>
              {t('no_orders')}
            </Empty>
          ) : (
            <ul className="divide-y divide-line">
              {rows.map((order) => (
                <BuyOrderRow key={order.id} order={order} asset={assets[order.assetId] ?? { code: '', scale: 0 }} />
              ))}
            </ul>
          )}
        </section>
        <div className="px-4 lg:px-0">
          <ListFoot page={page} total={total} />
        </div>
      </div>
    </HiddenAmounts>
  )
}
