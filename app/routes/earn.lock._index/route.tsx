// Lock mining page: products and explanation.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { MiningOffers } from '../../components/mining/offers'
import { plainDecimal } from '../../forms/decimal-field'
import { PageHeader } from '../../components/page-header'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('mining', LockMining)

function LockMining() {
  const { t } = useTranslation('mining')
  const { offers } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-6xl pb-8 lg:px-5">
      <PageHeader title={t('title')} backTo="/earn" />
      <div className="grid gap-4 px-4 lg:px-0">
        <p className="text-sm text-muted">{t('intro')}</p>
        <nav className="flex flex-wrap gap-x-5 text-sm">
          <Link to="/earn/lock/orders" className="py-2 text-selected-text hover:underline">
            {t('orders_title')}
          </Link>
          <Link to="/earn/lock/welcome" className="py-2 text-selected-text hover:underline">
            {t('welcome_title')}
          </Link>
        </nav>
        {offers.length === 0 ? (
          <Empty icon="lock">{t('no_offers')}</Empty>
        ) : (
          <MiningOffers offers={offers} level={2} plainDecimal={plainDecimal} />
        )}
      </div>
    </div>
  )
}
