// All own applications for tokens: applied for, allotted, unlocked.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { FeatureWords } from '../../components/feature-words'
import { HiddenAmounts } from '../../components/hidden-amounts'
import { IeoOrders } from '../../components/ieo-sale'
import { ListFoot } from '../../components/list-foot'
import { PageHeader } from '../../components/page-header'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Page() {
  const { texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="ieo" texts={texts}>
      <Orders />
    </FeatureWords>
  )
}

function Orders() {
  const { t } = useTranslation('ieo')
  const { rows, total, page, names, isHidden } = useLoaderData<typeof loader>()
  return (
    <HiddenAmounts isHidden={isHidden}>
      <div className="lg:px-5">
        <PageHeader title={t('orders_title')} backTo="/ieo" />
        <section className="panel mx-3 overflow-hidden lg:mx-0">
          {rows.length === 0 ? (
            <Empty icon="orders" action={<ButtonLink to="/ieo">{t('title')}</ButtonLink>}>
              {t('no_orders')}
            </Empty>
          ) : (
            <IeoOrders rows={rows} names={names} />
          )}
        </section>
        <div className="px-4 lg:px-0">
          <ListFoot page={page} total={total} />
        </div>
      </div>
    </HiddenAmounts>
  )
}
